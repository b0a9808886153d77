/** The tools of a server, and the two methods through which a client sees them. Specification 2026-07-28, server/tools. */
import { ProtocolError, type Tool } from '@mrtr/types';
import type { MethodHandlers } from '../handlers.js';
import { type Registration, Registry } from './registry.js';
import type { RegisteredTool } from './tool.js';

export class Tools<Lifespan> {
  readonly #registry: Registry<Tool, RegisteredTool<Lifespan>>;

  /** @param onChange told whenever the list has become another one. */
  constructor(pageSize: number, onChange: () => void) {
    this.#registry = new Registry('tool', pageSize, onChange);
  }

  add(tool: RegisteredTool<Lifespan>): Registration {
    return this.#registry.add(tool.listing.name, tool);
  }

  readonly handlers: MethodHandlers<'tools/list' | 'tools/call', Lifespan> = {
    'tools/list': (_ctx, { cursor }) => {
      const { items: tools, ...page } = this.#registry.page(cursor);
      return { tools, ...page };
    },
    'tools/call': (ctx, params) => {
      const tool = this.#registry.get(params.name);
      if (!tool) throw ProtocolError.invalidParams(`Unknown tool: ${params.name}`);
      return tool.call(ctx, params);
    },
  };
}
