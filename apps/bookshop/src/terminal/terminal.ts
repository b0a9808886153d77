/** The terminal: whether somebody sits at it, and what it means that they leave. */
import { isCancel } from '@clack/prompts';
import type { Readable, Writable } from 'node:stream';

/** The two ends of a terminal; by default, those of this process. */
export interface Terminal {
  readonly input?: Readable;
  readonly output?: Writable;
}

/** Where a prompt is shown, and how it is told that nobody needs its answer any more. */
export type Prompting = Terminal & { readonly signal: AbortSignal };

/** The options of one prompt. Each has a signal of its own, since prompts never take their listeners back. */
export function onScreen({ signal, ...terminal }: Prompting): Prompting {
  return { signal: AbortSignal.any([signal]), ...terminal };
}

/** The person pressed Ctrl-C. */
export class PersonLeft extends Error {
  override readonly name = 'PersonLeft';
}

/** Whether somebody can be asked: there is a keyboard, and a screen to see the question on. */
export function somebodyIsThere(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY && process.env['CI'] === undefined;
}

/**
 * What was answered at a prompt.
 * @throws {PersonLeft} where nothing was.
 */
export async function answered<T>(prompt: Promise<T | Left>): Promise<T> {
  const value = await prompt;
  if (isCancel(value)) throw new PersonLeft();
  return value;
}

type Left = typeof isCancel extends (value: unknown) => value is infer L ? L : never;
