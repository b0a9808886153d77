/**
 * Plays a scene and says what went wrong in it: a program that did not end well, or printed something else than its page
 * says, or a server that did not last.
 */
import { matchesOutput } from './expected-output.js';
import type { LaidOut } from './lay-out.js';
import { runProgram, startServing } from './run-program.js';
import type { Scene } from './scenes.js';

/** Where a program is printed. */
export function placeOf({ page, line }: LaidOut): string {
  return `${page}:${line}`;
}

/** The problems, in the order of the programs; none where the page tells the truth. */
export async function play({ server, programs }: Scene): Promise<string[]> {
  if (server === undefined) return playAll(programs);
  const serving = await startServing(server.built);
  try {
    return [...(await playAll(programs)), ...outputProblems(server, serving.printed())];
  } finally {
    await serving.stop();
  }
}

async function playAll(programs: readonly LaidOut[]): Promise<string[]> {
  const problems: string[] = [];
  for (const program of programs) {
    const { code, stdout, stderr } = await runProgram(program.built);
    if (code !== 0) problems.push(`${placeOf(program)} ended with ${code}.\n${stdout}${stderr}`);
    problems.push(...outputProblems(program, stdout));
  }
  return problems;
}

function outputProblems(program: LaidOut, printed: string): string[] {
  const { output } = program;
  if (output === undefined || matchesOutput(output, printed)) return [];
  return [`${placeOf(program)} printed\n${printed}\nand its page says\n${output}`];
}
