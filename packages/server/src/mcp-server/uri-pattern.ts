/**
 * Matching a URI against the parts of a template in time that grows with the URI's length and no faster, whatever the URI.
 *
 * RFC 6570, section 3.2 says what each expression makes. The parts become a graph of steps, and what can be reached from
 * where is found from the end of the URI to its start, so that nothing is ever tried twice.
 */

/** How an expression's values are joined, and what they can't hold (RFC 6570, appendix A). */
export interface Operator {
  readonly prefix: string;
  readonly separator: string;
  /** Each value comes as `name=value`. */
  readonly named: boolean;
  /** Characters that are always encoded in a value, because they would end it. */
  readonly ends: string;
}

export const OPERATORS: ReadonlyMap<string, Operator> = new Map([
  ['', { prefix: '', separator: ',', named: false, ends: '/?#' }],
  ['+', { prefix: '', separator: ',', named: false, ends: '' }],
  ['#', { prefix: '#', separator: ',', named: false, ends: '' }],
  ['.', { prefix: '.', separator: '.', named: false, ends: '/?#' }],
  ['/', { prefix: '/', separator: '/', named: false, ends: '/?#' }],
  [';', { prefix: ';', separator: ';', named: true, ends: '/?#;' }],
  ['?', { prefix: '?', separator: '&', named: true, ends: '#&' }],
  ['&', { prefix: '&', separator: '&', named: true, ends: '#&' }],
]);

/** One variable of an expression. */
export interface Variable {
  readonly name: string;
  readonly exploded: boolean;
  readonly maxLength: number | undefined;
}

/** Literal text, or an expression. */
export type Part = string | { readonly operator: Operator; readonly variables: readonly Variable[] };

/** The raw values by variable that make the parts this URI. Where several do, the earlier variables are the longer ones. */
export type UriPattern = (uri: string) => ReadonlyMap<string, readonly string[]> | undefined;

type Step =
  | { readonly kind: 'end' }
  | { readonly kind: 'text'; readonly text: string; next: number }
  | { readonly kind: 'either'; readonly first: number; readonly second: number }
  | {
      readonly kind: 'value';
      readonly name: string;
      readonly ends: string;
      readonly min: 0 | 1;
      readonly next: number;
    };

export function uriPattern(parts: readonly Part[]): UriPattern {
  const graph = new Graph();
  let start = graph.add({ kind: 'end' });
  for (const part of parts.toReversed()) start = graph.prepend(part, start);
  const literal = typeof parts[0] === 'string' ? parts[0] : '';
  return (uri) => (uri.startsWith(literal) ? walk(graph.steps, start, uri) : undefined);
}

/** Built from the end, so that a step that consumes nothing always leads to one with a lower number. */
class Graph {
  readonly steps: Step[] = [];

  add(step: Step): number {
    return this.steps.push(step) - 1;
  }

  prepend(part: Part, next: number): number {
    if (typeof part === 'string') return this.add({ kind: 'text', text: part, next });
    return part.operator.prefix === '' ? this.#all(part, next) : this.#any(part, next);
  }

  /** `{a,b}`, `{+a,b}`: every value is there, and none is empty. */
  #all({ operator, variables }: Exclude<Part, string>, next: number): number {
    const ends = endsOf(operator, variables);
    return variables.reduceRight((after, variable, index) => {
      const value = this.#value(variable, ends, 1, operator.separator, after);
      return index === 0 ? value : this.add({ kind: 'text', text: operator.separator, next: value });
    }, next);
  }

  /** The others: any value may be missing, and the first that is there has the prefix. */
  #any({ operator, variables }: Exclude<Part, string>, next: number): number {
    const ends = endsOf(operator, variables);
    let first = next;
    let later = next;
    for (const variable of variables.toReversed()) {
      const after = later;
      const led = (lead: string) => this.#led(operator, variable, ends, lead, after);
      first = this.add({ kind: 'either', first: led(operator.prefix), second: first });
      later = this.add({ kind: 'either', first: led(operator.separator), second: after });
    }
    return first;
  }

  #led({ named, separator }: Operator, variable: Variable, ends: string, lead: string, next: number): number {
    if (!named) return this.add({ kind: 'text', text: lead, next: this.#value(variable, ends, 0, separator, next) });
    const name = `${variable.name}=`;
    const value = this.#value(variable, ends, 0, separator + name, next);
    const full = this.add({ kind: 'text', text: lead + name, next: value });
    if (lead !== ';') return full;
    // `{;a}` has no `=` for an empty value: everything would end it.
    const nothing = this.add({ kind: 'text', text: lead + variable.name, next: this.#empty(variable, next) });
    return this.add({ kind: 'either', first: full, second: nothing });
  }

  /** One value, or as many as there are where the variable is exploded. */
  #value({ name, exploded }: Variable, ends: string, min: 0 | 1, between: string, next: number): number {
    if (!exploded) return this.add({ kind: 'value', name, ends, min, next });
    const again: Step = { kind: 'text', text: between, next: 0 };
    const more = this.add({ kind: 'either', first: this.add(again), second: next });
    return (again.next = this.add({ kind: 'value', name, ends, min, next: more }));
  }

  #empty({ name }: Variable, next: number): number {
    return this.add({ kind: 'value', name, ends: EVERYTHING, min: 0, next });
  }
}

/** As the characters that end a value: it can only be empty. */
const EVERYTHING = '*';

/** A separator is encoded where it would be taken for one. */
function endsOf({ ends, separator }: Operator, variables: readonly Variable[]): string {
  return variables.length > 1 || variables[0]?.exploded ? ends + separator : ends;
}

function holds(ends: string, uri: string, at: number): boolean {
  return at < uri.length && ends !== EVERYTHING && !ends.includes(uri.charAt(at));
}

function walk(steps: readonly Step[], start: number, uri: string): Map<string, string[]> | undefined {
  const reaches = reachable(steps, uri);
  const row = uri.length + 1;
  if (reaches[start * row] === 0) return undefined;
  const captures = new Map<string, string[]>();
  let at = 0;
  for (let step = steps[start] as Step; step.kind !== 'end';) {
    let next: number;
    if (step.kind === 'text') {
      at += step.text.length;
      next = step.next;
    } else if (step.kind === 'either') {
      next = reaches[step.first * row + at] === 1 ? step.first : step.second;
    } else {
      next = step.next;
      let end = step.min === 0 && reaches[next * row + at] === 1 ? at : -1;
      for (let to = at; holds(step.ends, uri, to); to++) if (reaches[next * row + to + 1] === 1) end = to + 1;
      const values = captures.get(step.name);
      if (values) values.push(uri.slice(at, end));
      else captures.set(step.name, [uri.slice(at, end)]);
      at = end;
    }
    step = steps[next] as Step;
  }
  return captures;
}

/** For each step and place, 1 where the end can be reached from there: a row for each step. */
function reachable(steps: readonly Step[], uri: string): Uint8Array {
  const row = uri.length + 1;
  const reaches = new Uint8Array(steps.length * row);
  /** Whether a value that has begun before may end here or later. */
  const goesOn = new Uint8Array(steps.length);
  for (let at = uri.length; at >= 0; at--) {
    for (const [index, step] of steps.entries()) {
      let reached: boolean;
      switch (step.kind) {
        case 'end':
          reached = at === uri.length;
          break;
        case 'text':
          reached = uri.startsWith(step.text, at) && reaches[step.next * row + at + step.text.length] === 1;
          break;
        case 'either':
          reached = reaches[step.first * row + at] === 1 || reaches[step.second * row + at] === 1;
          break;
        case 'value': {
          const longer = holds(step.ends, uri, at) && goesOn[index] === 1;
          const endsHere = reaches[step.next * row + at] === 1;
          goesOn[index] = endsHere || longer ? 1 : 0;
          reached = longer || (step.min === 0 && endsHere);
        }
      }
      if (reached) reaches[index * row + at] = 1;
    }
  }
  return reaches;
}
