/** Sealing a state and opening it again, at three sizes. */
import { measureLoops } from '../harness/measure-loop.js';
import type { Row } from '../harness/row.js';

export const seal200 = sealing(200, '200 B', 0.4);
export const seal2000 = sealing(2000, '2 kB', 0.4);
export const seal20000 = sealing(20_000, '20 kB', 0.6);

function sealing(bytes: number, size: string, shareOfOfficial: number): Row {
  const options = { bytes };
  return {
    id: `seal-${bytes}`,
    title: `Seal and unseal, ${size}`,
    unit: 'µs',
    better: 'less',
    goals: [
      { kind: 'share', of: 'official HMAC', atMost: shareOfOfficial },
      { kind: 'share', of: 'node:crypto', atMost: 3 },
    ],
    how:
      'Ours encrypts, pads, stamps and checks every claim (method, target, arguments, audience, principal, flow, ' +
      'expiry); by default with the cipher of the runtime, in JavaScript where there is none, as in a browser. The ' +
      'official codec signs, with its `bind` to the method and the client. node:crypto (AES-256-GCM) and noble encrypt the ' +
      'state with an expiry, in JSON, and do nothing else.',
    measure: async (bench) => [
      ...(await measureLoops(bench, [
        { name: 'mrtr', subject: { module: 'mrtr/seal', entry: 'byDefault', options } },
        { name: 'mrtr, in JavaScript', subject: { module: 'mrtr/seal', entry: 'inJavaScript', options } },
        { name: 'node:crypto', subject: { module: 'bare/seal', entry: 'nodeGcm', options } },
        { name: 'noble XChaCha', subject: { module: 'bare/seal', entry: 'nobleXchacha', options } },
        { name: 'official HMAC', subject: { module: 'official/seal', entry: 'bound', options } },
      ])),
      { side: 'tmcp', absent: 'ships no codec' },
    ],
    profiled: { subject: { module: 'mrtr/seal', entry: 'byDefault', options } },
  };
}
