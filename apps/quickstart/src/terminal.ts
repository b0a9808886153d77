/**
 * The person: asked in the terminal with arrow keys, or, where there is none, stood in for. Both answer any form whose
 * fields are choices (Specification 2026-07-28, client/elicitation).
 */
import { isCancel, log, select } from '@clack/prompts';
import type { ElicitRequestFormParams, ElicitResult } from '@mrtr/types';
import type { Readable, Writable } from 'node:stream';

/** Answers a form. */
export type Person = (form: ElicitRequestFormParams, ask: { readonly signal: AbortSignal }) => Promise<ElicitResult>;

/** The person pressed Ctrl-C. */
export class PersonLeft extends Error {
  override readonly name = 'PersonLeft';
}

/** Whether somebody can be asked: there is a keyboard, and a screen to see the question on. */
export function somebodyIsThere(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY && process.env['CI'] === undefined;
}

/** The two ends of a terminal; by default, those of this process. */
export interface Terminal {
  readonly input?: Readable;
  readonly output?: Writable;
}

/** Asks whoever sits at the terminal. */
export function atTheTerminal(terminal: Terminal = {}): Person {
  return (form, { signal }) =>
    fillIn(form, async (options) => {
      const choices = options.map((value) => ({ value }));
      const chosen = await select({ message: form.message, options: choices, signal, ...terminal });
      if (isCancel(chosen)) throw new PersonLeft();
      return chosen;
    });
}

/** Answers by itself: with the wish for a field where there is one, else with the first choice. */
export function byItself(wishes: Readonly<Record<string, string | undefined>>, why: string): Person {
  return (form) =>
    fillIn(form, (options, field) => {
      const chosen = wishes[field] ?? options[0];
      log.step(`${form.message}\n${chosen}  (${why})`);
      return Promise.resolve(chosen);
    });
}

async function fillIn(
  { requestedSchema }: ElicitRequestFormParams,
  choose: (options: readonly [string, ...string[]], field: string) => Promise<string>,
): Promise<ElicitResult> {
  const content: Record<string, string> = {};
  for (const [field, schema] of Object.entries(requestedSchema.properties)) {
    const [first, ...others] = 'enum' in schema && schema.enum ? schema.enum : [];
    if (first === undefined) throw new Error(`This demonstration asks for choices only, and ${field} is none.`);
    content[field] = await choose([first, ...others], field);
  }
  return { action: 'accept', content };
}
