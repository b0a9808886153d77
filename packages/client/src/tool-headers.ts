/**
 * Which arguments of which tools travel in headers too, as the tool lists said that passed through this client.
 *
 * Specification 2026-07-28, basic/transports/streamable-http "Custom Headers from Tool Parameters".
 */
import { encodeParamHeaders, paramHeaders, type ParamHeader } from '@mrtr/transport';
import type { Tool } from '@mrtr/types';
import { quote } from './client-error.js';
import type { JsonRecord } from './json-guards.js';
import type { ClientLogger } from './logger.js';

/** The headers of a call, or undefined where it has none. */
export type Headers = Readonly<Record<string, string>> | undefined;

export class ToolHeaders {
  readonly #plans = new Map<string, readonly ParamHeader[]>();
  readonly #logger: ClientLogger | undefined;

  constructor(logger: ClientLogger | undefined) {
    this.#logger = logger;
  }

  /** Remembers the plans of a page of tools, and leaves out the tools whose annotations are invalid. */
  learn(tools: Tool[]): Tool[] {
    const valid = tools.filter((tool) => this.#remember(tool));
    return valid.length === tools.length ? tools : valid;
  }

  /** @throws {TransportError} `invalid_message` for an argument that no header can carry. */
  of(tool: string | undefined, args: JsonRecord | undefined): Headers {
    if (this.#plans.size === 0 || tool === undefined) return undefined;
    const plan = this.#plans.get(tool);
    return plan && encodeParamHeaders(plan, args);
  }

  #remember({ name, inputSchema }: Tool): boolean {
    const plan = paramHeaders(inputSchema);
    this.#plans.delete(name);
    if ('reason' in plan) {
      const where = plan.path.length === 0 ? '' : ` at ${quote(plan.path.join('.'))}`;
      this.#logger?.warn({
        event: 'tool_dropped',
        message: `The tool ${quote(name)} is left out of the list, since its header annotation${where} is invalid: ${plan.reason}`,
        target: name,
      });
      return false;
    }
    if (plan.length > 0) this.#plans.set(name, plan);
    return true;
  }
}

/** Whether a retry with the second set would send anything else than the first. */
export function sameHeaders(first: Headers, second: Headers): boolean {
  const [a, b] = [Object.entries(first ?? {}), second ?? {}];
  return a.length === Object.keys(b).length && a.every(([name, value]) => b[name] === value);
}
