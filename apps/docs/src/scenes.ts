/** What runs together: a program alone, or one that serves and those that stand below it on its page. */
import type { LaidOut } from './lay-out.js';

/** One scene. */
export interface Scene {
  readonly server: LaidOut | undefined;
  readonly programs: readonly LaidOut[];
}

/** The scenes of all programs, in order. */
export function scenesOf(programs: readonly LaidOut[]): Scene[] {
  const scenes: { server: LaidOut | undefined; programs: LaidOut[] }[] = [];
  for (const program of programs) {
    const last = scenes.at(-1);
    if (program.serves) scenes.push({ server: program, programs: [] });
    else if (last?.server?.page === program.page) last.programs.push(program);
    else scenes.push({ server: undefined, programs: [program] });
  }
  return scenes;
}
