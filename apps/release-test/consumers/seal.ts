/** A program that has nothing but `@mrtr/seal`: seals a state, opens it, and is refused for another call. */
import { InvalidRequestStateError, RequestStateSecurity } from '@mrtr/seal';

const security = new RequestStateSecurity({ keys: ['a key of thirty-two bytes or more'], ttl: 60 });
const call = { method: 'tools/call', target: 'deploy', arguments: { to: 'eu' }, audience: 'ops' };

const token: string = await security.seal(call, { flow: security.newFlow(), asked: [], state: 'draft 7' });
const { state } = await security.open(token, call);
if (state !== 'draft 7') throw new Error(`Opened ${String(state)}.`);

let reason: string | undefined;
try {
  await security.open(token, { ...call, target: 'destroy' });
} catch (error) {
  if (!(error instanceof InvalidRequestStateError)) throw error;
  reason = error.reason;
}
if (reason !== 'target') throw new Error(`Refused for ${String(reason)}.`);

console.log('sealed');
