/**
 * The graph of a tool's resolvers, checked and put in order once, when the tool is registered: who needs whom, who reads
 * what, and under which key each would ask.
 *
 * Keys come from the declaration alone, so that every process and every release gives the same question the same key
 * (Specification 2026-07-28, basic/patterns/mrtr "InputRequests": keys are the server's).
 */
import { isQuestion, type Question } from '../questions/questions.js';
import type { StandardSchema } from '../schema/standard-schema.js';
import { InvalidSignatureError } from './invalid-signature.js';
import { type DeclaredResolver, readDependency } from './resolver.js';

/** A checked graph. */
export interface Plan {
  /** Every resolver once, those that others need before them. */
  readonly nodes: readonly PlanNode[];
  /** The parameters of the body. */
  readonly parameters: readonly PlanEdge[];
}

/** One resolver of the graph. */
export interface PlanNode {
  /** Its place in `Plan.nodes`. */
  readonly index: number;
  /** Its key on the wire and in the state, and its name in messages. */
  readonly key: string;
  /** False for one whose name another resolver has for its key: it can compute, and can't ask. */
  readonly mayAsk: boolean;
  readonly args: readonly string[];
  readonly needs: readonly PlanEdge[];
  readonly once: boolean;
  /** Milliseconds; `undefined` for the server's own bound. */
  readonly timeoutMs: number | undefined;
  readonly run: DeclaredResolver['run'];
}

/** A name, and the resolver that fills it. */
export interface PlanEdge {
  readonly name: string;
  readonly node: PlanNode;
  /** Whether a refusal is handed on as a value, or ends the call. */
  readonly asOutcome: boolean;
}

/** What the resolvers are declared on. */
export interface Signature {
  /** As errors call it, such as `tool "order_book"`. */
  readonly target: string;
  /** The names of its arguments. */
  readonly args: ReadonlySet<string>;
}

/**
 * Analyses a `resolve` map.
 * @throws {InvalidSignatureError} for a cycle, an argument that the signature lacks, a name that is used twice, and for what
 * is no resolver.
 */
export function planResolvers(resolve: Readonly<Record<string, unknown>>, signature: Signature): Plan {
  const found = findAll(resolve, signature);
  const ordered = inOrder(found, signature);
  const nodes = new Map<object, PlanNode>();
  const edges = (draft: readonly DraftEdge[]): PlanEdge[] =>
    draft.map(({ name, of, asOutcome }) => ({ name, node: nodes.get(of) as PlanNode, asOutcome }));
  for (const { of, key, mayAsk, needs } of ordered) {
    const { args = {}, once = false, timeoutMs } = isQuestion(of) ? {} : of.declaration;
    const run = isQuestion(of) ? () => of : of.run;
    nodes.set(of, {
      index: nodes.size,
      key,
      mayAsk,
      args: Object.keys(args),
      needs: edges(needs),
      once,
      timeoutMs,
      run,
    });
  }
  return { nodes: [...nodes.values()], parameters: edges(found.parameters) };
}

type Declared = DeclaredResolver | Question;

interface DraftEdge {
  readonly name: string;
  readonly of: Declared;
  readonly asOutcome: boolean;
}

interface Draft {
  readonly of: Declared;
  readonly key: string;
  readonly path: readonly string[];
  mayAsk: boolean;
  needs: readonly DraftEdge[];
}

interface Found {
  readonly parameters: readonly DraftEdge[];
  /** Level by level from the parameters. */
  readonly drafts: ReadonlyMap<Declared, Draft>;
}

/** Every resolver that can be reached, each checked once. */
function findAll(resolve: Readonly<Record<string, unknown>>, signature: Signature): Found {
  const drafts = new Map<Declared, Draft>();
  const keys = new Map<string, Draft>();
  const queue: Draft[] = [];
  const visit = (map: Readonly<Record<string, unknown>>, path: readonly string[]): DraftEdge[] =>
    Object.entries(map).map(([name, value]) => {
      const way = [...path, name];
      const dependency = readDependency(value);
      if (!dependency)
        throw fault(signature, way, 'is no resolver. Declare it with resolver(…), or ask with elicit(…).');
      const { of } = dependency;
      if (!drafts.has(of)) {
        const draft: Draft = { of, key: keyOf(of, name), path: way, mayAsk: true, needs: [] };
        claimKey(keys, draft, signature);
        drafts.set(of, draft);
        queue.push(draft);
      }
      return { name, ...dependency };
    });
  const parameters = visit(resolve, []);
  for (const { name, of } of parameters) {
    if (signature.args.has(name)) {
      throw fault(
        signature,
        drafts.get(of)?.path ?? [name],
        'fills a name that is an argument of the input already. Give the parameter another name.',
      );
    }
  }
  for (const draft of queue) {
    if (isQuestion(draft.of)) continue;
    checkDeclaration(draft.of, draft.path, signature);
    draft.needs = visit(draft.of.declaration.needs ?? {}, draft.path);
  }
  return { parameters, drafts };
}

function keyOf(of: Declared, name: string): string {
  return (isQuestion(of) ? undefined : of.declaration.key) ?? name;
}

/**
 * Two questions under one key could be answered one for the other. One that needs its key, since it says so, always asks or
 * is kept, has it before one that only has that name and may never ask.
 */
function claimKey(keys: Map<string, Draft>, draft: Draft, signature: Signature): void {
  const other = keys.get(draft.key);
  if (other && needsKey(other) === needsKey(draft)) {
    throw fault(
      signature,
      draft.path,
      `would ask under the key ${JSON.stringify(draft.key)}, as the one at ${other.path.join(' → ')} does. Give one of them another name, or a \`key\` of its own.`,
    );
  }
  if (other && needsKey(other)) draft.mayAsk = false;
  else keys.set(draft.key, draft);
  if (other && !needsKey(other)) other.mayAsk = false;
}

function needsKey({ of }: Draft): boolean {
  return isQuestion(of) || of.declaration.key !== undefined || of.declaration.once === true;
}

function checkDeclaration({ declaration }: DeclaredResolver, path: readonly string[], signature: Signature): void {
  const { args = {}, needs = {}, timeoutMs } = declaration;
  for (const [name, schema] of Object.entries(args)) {
    if (Object.hasOwn(needs, name)) {
      throw fault(signature, path, `has ${JSON.stringify(name)} among its args and its needs. Give one another name.`);
    }
    if (signature.args.has(name) || isOptional(schema)) continue;
    const has = [...signature.args].map((arg) => JSON.stringify(arg)).join(', ') || 'none';
    throw fault(
      signature,
      path,
      `reads the argument ${JSON.stringify(name)}, which the input does not have (it has ${has}). Add it to the input, or read another.`,
    );
  }
  if (timeoutMs !== undefined && !(timeoutMs > 0)) {
    throw fault(signature, path, 'has a timeoutMs that is no number of milliseconds over 0.');
  }
}

/** An argument that may be missing is missing where the input lacks it; what has a default instead may not. */
function isOptional(schema: StandardSchema): boolean {
  const checked = schema['~standard'].validate(undefined);
  return !(checked instanceof Promise) && !checked.issues && checked.value === undefined;
}

/** Those that others need first (Kahn's algorithm: a chain may be as deep as it likes). */
function inOrder({ drafts }: Found, signature: Signature): Draft[] {
  const open = new Map<Draft, number>();
  const dependents = new Map<Draft, Draft[]>();
  for (const draft of drafts.values()) {
    const needs = new Set(draft.needs.map(({ of }) => drafts.get(of) as Draft));
    open.set(draft, needs.size);
    for (const need of needs) dependents.set(need, [...(dependents.get(need) ?? []), draft]);
  }
  const ordered = [...drafts.values()].filter((draft) => open.get(draft) === 0);
  for (const draft of ordered) {
    for (const dependent of dependents.get(draft) ?? []) {
      const left = (open.get(dependent) as number) - 1;
      open.set(dependent, left);
      if (left === 0) ordered.push(dependent);
    }
  }
  if (ordered.length < drafts.size) throw cycle(drafts, (draft) => (open.get(draft) as number) > 0, signature);
  return ordered;
}

/** Walks along unmet needs until a resolver comes up again. */
function cycle(
  drafts: ReadonlyMap<Declared, Draft>,
  isOpen: (draft: Draft) => boolean,
  signature: Signature,
): InvalidSignatureError {
  const seen: Draft[] = [];
  let draft = [...drafts.values()].find(isOpen) as Draft;
  while (!seen.includes(draft)) {
    seen.push(draft);
    draft = draft.needs.map(({ of }) => drafts.get(of) as Draft).find(isOpen) as Draft;
  }
  const loop = [...seen.slice(seen.indexOf(draft)), draft].map(({ key }) => key).join(' → ');
  return fault(signature, draft.path, `needs itself: ${loop}. Take one of these out of the other's needs.`);
}

function fault({ target }: Signature, path: readonly string[], problem: string): InvalidSignatureError {
  return new InvalidSignatureError({ target, parameter: path[0] as string, path, problem });
}
