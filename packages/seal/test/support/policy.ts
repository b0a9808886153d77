/** A policy whose clock the test sets, and a call to seal for. */
import {
  aeadCodec,
  RequestStateSecurity,
  type Binding,
  type PolicyOptions,
  type RequestStateCodec,
  type SealedState,
} from '@mrtr/seal';
import { countingBytes } from './bytes.js';

export const masterKey = countingBytes(32, 100);
/** 2026-07-28T00:00:00.000Z. */
export const startOfTime = 1_785_196_800_000;

export const call: Binding = {
  method: 'tools/call',
  target: 'provision',
  arguments: { name: 'orders', region: 'eu-west-1' },
  audience: 'bookshop',
  principal: 'client-1 https://issuer.example alice',
};

export const sealedState: SealedState = {
  flow: { id: 'flow-1', round: 2, startedAt: startOfTime / 1000 },
  asked: [
    ['region', 'elicit'],
    ['__proto__', 'sample'],
  ],
  state: 'the plain state',
};

export interface Clock {
  now: number;
}

export function policy(
  clock: Clock = { now: startOfTime },
  options: PolicyOptions<unknown> = {},
): RequestStateSecurity {
  return new RequestStateSecurity({ keys: [masterKey], now: () => clock.now, ...options });
}

/** Keeps nothing secret: to look into an envelope, or to make one by hand. */
export const plainCodec: RequestStateCodec = {
  seal: (bytes) => Buffer.from(bytes).toString('latin1'),
  unseal: (token) => new Uint8Array(Buffer.from(token, 'latin1')),
};

/** The bytes that a policy gives its codec. */
export function envelopeOf(binding: Binding, sealed: SealedState, now = startOfTime): Uint8Array {
  const security = new RequestStateSecurity({ codec: plainCodec, now: () => now });
  return plainCodec.unseal(security.seal(binding, sealed) as string) as Uint8Array;
}

/** Seals any bytes at all under the key of {@link policy}: what only a holder of the key can do. */
export function forge(bytes: Uint8Array | string): string {
  return aeadCodec({ keys: [masterKey] }).seal(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes);
}
