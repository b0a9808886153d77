/**
 * The programs of a page. Each `ts` block is a program of its own, unless its fence says more:
 *
 * - `file=server.ts`: it has this name, so that later blocks of the page can import it, and it runs like the others;
 * - `continue`: it goes on with the block before it;
 * - `serves`: it runs until it is stopped, and the programs after it run against it.
 *
 * A block `text output` or `json output` below a program is what it prints, with `…` for what differs in each run.
 */
import { type Block, type Page, valueOf } from './page.js';

/** One program. */
export interface Program {
  /** The page it is on. */
  readonly page: string;
  /** The line of its first block. */
  readonly line: number;
  /** Its name in the folder of the page. */
  readonly file: string;
  readonly source: string;
  /** Whether it runs until it is stopped. */
  readonly serves: boolean;
  /** What it prints; undefined where the page does not say. */
  readonly output: string | undefined;
}

const MARKS = /^(file=[\w.-]+\.ts|continue|serves)$/u;

/** @throws {Error} naming page and line, for marks that are unknown or stand in the wrong place. */
export function programsOf(page: Page): Program[] {
  const programs: Program[] = [];
  const fail = (block: Block, problem: string): never => {
    throw new Error(`${page.path}:${block.line}: ${problem}`);
  };
  for (const block of page.blocks) {
    const last = programs.at(-1);
    if (block.language === 'ts') {
      const unknown = block.marks.find((mark) => !MARKS.test(mark));
      if (unknown !== undefined) fail(block, `a ts block has no mark '${unknown}'`);
      if (block.marks.includes('continue')) {
        if (last === undefined) return fail(block, 'there is no program to continue');
        if (last.output !== undefined) fail(block, 'the program above has ended: its output is shown already');
        programs[programs.length - 1] = { ...last, source: `${last.source}\n\n${block.text}` };
      } else {
        programs.push({
          page: page.path,
          line: block.line,
          file: valueOf(block, 'file') ?? `program-${programs.length + 1}.ts`,
          source: block.text,
          serves: block.marks.includes('serves'),
          output: undefined,
        });
      }
    } else if (block.marks.includes('output')) {
      if (last === undefined || last.output !== undefined) return fail(block, 'there is no program that prints this');
      programs[programs.length - 1] = { ...last, output: block.text };
    }
  }
  return programs;
}
