import { describe, expect, it } from 'vitest';
import { InvalidRequestStateError, RequestStateSecurity, SealError, type RequestStateCodec } from '@mrtr/seal';
import { call, plainCodec, sealedState, startOfTime } from './support/policy.js';
import { codeOf, reasonOf } from './support/refusal.js';

function securityOf(codec: Partial<RequestStateCodec>): RequestStateSecurity {
  return new RequestStateSecurity({ codec: { ...plainCodec, ...codec }, now: () => startOfTime });
}

/** Keeps the bytes and hands out a ticket, as one would with Redis. */
function storeCodec(): RequestStateCodec {
  const store = new Map<string, Uint8Array>();
  return {
    async seal(bytes) {
      const ticket = `ticket-${store.size}`;
      store.set(ticket, bytes.slice());
      return ticket;
    },
    async unseal(ticket) {
      const bytes = store.get(ticket);
      if (bytes === undefined) throw new InvalidRequestStateError('unknown_key');
      return bytes;
    },
  };
}

const boom = new Error('the store is down');

describe('a codec of your own', () => {
  it('answers at once', async () => {
    const security = securityOf(plainCodec);
    const token = security.seal(call, sealedState);
    expect(token).toBeTypeOf('string');
    expect(security.open(token as string, call)).toEqual(sealedState);
  });

  it('answers later, and the claims are judged all the same', async () => {
    const security = securityOf(storeCodec());
    const token = security.seal(call, sealedState);
    expect(token).toBeInstanceOf(Promise);
    const opened = security.open(await token, call);
    expect(opened).toBeInstanceOf(Promise);
    expect(await opened).toEqual(sealedState);
    const other = { ...call, target: 'destroy' };
    expect(await reasonOf(async () => security.open(await token, other))).toBe('target');
  });

  it('answers with a promise of another library', async () => {
    class Later<Value> extends Promise<Value> {}
    const codec = {
      seal: (bytes: Uint8Array) => Later.resolve(plainCodec.seal(bytes)),
      unseal: (token: string) => Later.resolve(plainCodec.unseal(token)),
    };
    const security = securityOf(codec);
    expect(await security.open(await security.seal(call, sealedState), call)).toEqual(sealedState);
  });

  it('is called as a method, so that it may be a class', async () => {
    class Counting {
      sealed = 0;
      seal(bytes: Uint8Array): string {
        this.sealed++;
        return plainCodec.seal(bytes) as string;
      }
      unseal(token: string): Uint8Array {
        if (this.sealed === 0) throw new InvalidRequestStateError();
        return plainCodec.unseal(token) as Uint8Array;
      }
    }
    const security = new RequestStateSecurity({ codec: new Counting() });
    expect(security.open(security.seal(call, sealedState), call)).toEqual(sealedState);
  });

  it.each([
    [
      'at once',
      {
        unseal: () => {
          throw new InvalidRequestStateError('replayed');
        },
      },
    ],
    [
      'later',
      {
        unseal: async () => {
          throw new InvalidRequestStateError('replayed');
        },
      },
    ],
  ])('refuses with a reason of its own, %s', async (_, codec) => {
    expect(await reasonOf(() => securityOf(codec).open('token', call))).toBe('replayed');
  });

  it.each<[string, Partial<RequestStateCodec>]>([
    [
      'at once',
      {
        unseal: () => {
          throw boom;
        },
      },
    ],
    [
      'later',
      {
        unseal: async () => {
          throw boom;
        },
      },
    ],
  ])('that throws anything else %s refuses, and the cause is kept', async (_, codec) => {
    const failure: unknown = await (async () => securityOf(codec).open('token', call))().catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(InvalidRequestStateError);
    expect(failure).toMatchObject({ reason: 'codec_error', cause: boom, message: 'Invalid or expired requestState' });
  });

  it.each([undefined, null, 'text', [1, 2], {}])('that gives no bytes refuses: %j', async (nothing) => {
    for (const unseal of [() => nothing, async () => nothing] as unknown as RequestStateCodec['unseal'][]) {
      expect(await reasonOf(() => securityOf({ unseal }).open('token', call))).toBe('codec_error');
    }
  });

  it.each<[string, Partial<RequestStateCodec>]>([
    [
      'at once',
      {
        seal: () => {
          throw boom;
        },
      },
    ],
    [
      'later',
      {
        seal: async () => {
          throw boom;
        },
      },
    ],
  ])('that fails to seal %s fails as it is', async (_, codec) => {
    await expect((async () => securityOf(codec).seal(call, sealedState))()).rejects.toBe(boom);
  });

  it.each([undefined, null, '', 7, new Uint8Array(3)])('that seals into no token is a mistake: %j', async (nothing) => {
    for (const seal of [() => nothing, async () => nothing] as unknown as RequestStateCodec['seal'][]) {
      expect(await codeOf(() => securityOf({ seal }).seal(call, sealedState))).toBe('invalid_codec');
    }
  });

  it('is held to the limit, also when it answers later', async () => {
    const codec: RequestStateCodec = { ...plainCodec, seal: async (bytes) => plainCodec.seal(bytes) };
    const security = new RequestStateSecurity({ codec, maxBytes: 100 });
    await expect((async () => security.seal(call, sealedState))()).rejects.toBeInstanceOf(SealError);
    expect(await codeOf(() => security.seal(call, sealedState))).toBe('state_too_large');
  });
});
