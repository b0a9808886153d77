/** The prompts of a server, and the two methods through which a client sees them. Specification 2026-07-28, server/prompts. */
import { type Prompt, ProtocolError } from '@mrtr/types';
import type { MethodHandlers } from '../handlers.js';
import type { RegisteredPrompt } from './prompt.js';
import { type Registration, Registry } from './registry.js';

export class Prompts<Lifespan> {
  readonly #registry: Registry<Prompt, RegisteredPrompt<Lifespan>>;

  /** @param onChange told whenever the list has become another one. */
  constructor(pageSize: number, onChange: () => void) {
    this.#registry = new Registry('prompt', pageSize, onChange);
  }

  add(prompt: RegisteredPrompt<Lifespan>): Registration {
    return this.#registry.add(prompt.listing.name, prompt);
  }

  has(name: string): boolean {
    return this.#registry.has(name);
  }

  readonly handlers: MethodHandlers<'prompts/list' | 'prompts/get', Lifespan> = {
    'prompts/list': (_ctx, { cursor }) => {
      const { items: prompts, ...page } = this.#registry.page(cursor);
      return { prompts, ...page };
    },
    'prompts/get': (ctx, params) => {
      const prompt = this.#registry.get(params.name);
      if (!prompt) throw ProtocolError.invalidParams(`Unknown prompt: ${params.name}`);
      return prompt.get(ctx, params);
    },
  };
}
