/** The two floors for sealing: `node:crypto` and `@noble/ciphers` by themselves. */
import type { Looped } from '../../harness/subject.js';
import { stateOf } from '../../work/states.js';
import type { BareCodec } from './dispatch.js';
import { gcmCodec } from './gcm-codec.js';
import { xchachaCodec } from './xchacha-codec.js';

export function nodeGcm({ bytes = 200 }: { bytes?: number }): Looped {
  return sealing(gcmCodec(), bytes);
}

export function nobleXchacha({ bytes = 200 }: { bytes?: number }): Looped {
  return sealing(xchachaCodec(), bytes);
}

function sealing(codec: BareCodec, bytes: number): Looped {
  const state = stateOf(bytes);
  return { operation: () => codec.open(codec.seal(state)), expected: state };
}
