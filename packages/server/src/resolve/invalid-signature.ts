/** The error for resolvers that don't fit what they are declared on, thrown where they are registered. */
import { ServerError } from '../server-error.js';

/** What does not fit, in parts. */
export interface SignatureFault {
  /** What was registered, such as `tool "order_book"`. */
  readonly target: string;
  /** The parameter in its `resolve` that leads to the fault. */
  readonly parameter: string;
  /** The names that lead to the faulty resolver, from the parameter on. */
  readonly path: readonly string[];
  /** What is wrong, and the way out. */
  readonly problem: string;
}

/** A cycle, an argument that the input lacks, a name used twice: found when a tool, prompt or template is registered. */
export class InvalidSignatureError extends ServerError {
  override readonly name = 'InvalidSignatureError';
  /** What was registered, such as `tool "order_book"`. */
  readonly target: string;
  /** The parameter in its `resolve` that leads to the fault. */
  readonly parameter: string;
  /** The faulty resolver: the name under which it was found. */
  readonly resolver: string;

  constructor({ target, parameter, path, problem }: SignatureFault) {
    const resolver = path.at(-1) ?? parameter;
    const via = path.length > 1 ? ` (${path.join(' → ')})` : '';
    super(
      'invalid_signature',
      `${capitalized(target)}, parameter ${JSON.stringify(parameter)}: the resolver ${JSON.stringify(resolver)}${via} ${problem}`,
    );
    this.target = target;
    this.parameter = parameter;
    this.resolver = resolver;
  }
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
