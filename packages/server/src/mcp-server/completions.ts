/** Suggestions for the arguments of prompts and the variables of templates. Specification 2026-07-28, server/utilities/completion. */
import { ProtocolError } from '@mrtr/types';
import type { RequestContext } from '../context.js';
import type { MethodHandlers } from '../handlers.js';
import { ServerError } from '../server-error.js';
import type { Registration } from './registry.js';

/** What is completed: an argument of a prompt, or a variable of a resource template. */
export type CompletionTarget = { readonly prompt: string } | { readonly template: string };

/**
 * Suggests values, best first. `known` has the arguments that were filled in already; at most 100 are sent.
 */
export type Completer<Lifespan> = (
  value: string,
  known: Readonly<Record<string, string>>,
  ctx: RequestContext<Lifespan>,
) => readonly string[] | Promise<readonly string[]>;

/** The protocol's bound on one answer. */
const MAX_VALUES = 100;

export class Completions<Lifespan> {
  readonly #completers = new Map<string, Completer<Lifespan>>();
  readonly #exists: (target: CompletionTarget) => boolean;

  /** @param exists tells whether there is such a prompt or template, whatever of it can be completed. */
  constructor(exists: (target: CompletionTarget) => boolean) {
    this.#exists = exists;
  }

  /** @throws {ServerError} `duplicate_name` where the argument has a completer. */
  add(target: CompletionTarget, argument: string, completer: Completer<Lifespan>): Registration {
    const key = keyOf(target, argument);
    if (this.#completers.has(key)) {
      throw new ServerError(
        'duplicate_name',
        `There is a completion for the argument ${JSON.stringify(argument)} already.`,
      );
    }
    this.#completers.set(key, completer);
    return {
      remove: () => {
        if (this.#completers.get(key) === completer) this.#completers.delete(key);
      },
    };
  }

  readonly handlers: MethodHandlers<'completion/complete', Lifespan> = {
    'completion/complete': async (ctx, { ref, argument, context }) => {
      const target = ref.type === 'ref/prompt' ? { prompt: ref.name } : { template: ref.uri };
      if (!this.#exists(target)) throw ProtocolError.invalidParams(`Nothing to complete: ${labelOf(target).join(' ')}`);
      const values =
        (await this.#completers.get(keyOf(target, argument.name))?.(argument.value, context?.arguments ?? {}, ctx)) ??
        [];
      const hasMore = values.length > MAX_VALUES;
      return { completion: { values: values.slice(0, MAX_VALUES), total: values.length, hasMore } };
    },
  };
}

function labelOf(target: CompletionTarget): readonly [kind: string, name: string] {
  return 'prompt' in target ? ['prompt', target.prompt] : ['template', target.template];
}

function keyOf(target: CompletionTarget, argument: string): string {
  return JSON.stringify([...labelOf(target), argument]);
}
