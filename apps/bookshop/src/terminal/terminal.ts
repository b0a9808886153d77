/** The terminal: whether somebody sits at it, and what it means that they leave. */
import { isCancel } from '@clack/prompts';
import type { Readable, Writable } from 'node:stream';

/** The two ends of a terminal; by default, those of this process. */
export interface Terminal {
  readonly input?: Readable;
  readonly output?: Writable;
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
