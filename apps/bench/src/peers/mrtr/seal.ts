/** The sealing policy by itself, claims, padding and all: with the cipher it picks on Node, and with the one it has everywhere. */
import { nobleAead, RequestStateSecurity, type Aead } from '@mrtr/seal';
import type { Looped } from '../../harness/subject.js';
import { SERVER_INFO } from '../../work/names.js';
import { ORDER } from '../../work/order.js';
import { stateOf } from '../../work/states.js';

export function byDefault({ bytes = 200 }: { bytes?: number }): Looped {
  return sealing(bytes);
}

export function inJavaScript({ bytes = 200 }: { bytes?: number }): Looped {
  return sealing(bytes, nobleAead);
}

function sealing(bytes: number, aead?: Aead): Looped {
  const security = RequestStateSecurity.ephemeral({ aead });
  const binding = {
    method: 'tools/call',
    target: ORDER.tool,
    arguments: ORDER.arguments,
    audience: SERVER_INFO.name,
    principal: 'client-7',
  };
  const state = stateOf(bytes);
  const sealed = { flow: security.newFlow(), asked: [[ORDER.key, 'elicit']], state } as const;
  // A sealed state has all fields that the policy knows of, so opening gives the state whole or throws.
  const operation = async (): Promise<string> => {
    const opened = await security.open(await security.seal(binding, sealed), binding);
    return opened.state ?? '';
  };
  return { operation, expected: state };
}
