/**
 * Every program that a page prints compiles as strictly as the packages do, ends well, and prints what the page says.
 * One thing is changed on the way: the port 8000 of a page becomes one that is free.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { typeErrors } from '../src/check-types.js';
import { freePort } from '../src/free-port.js';
import { layOut } from '../src/lay-out.js';
import { pages, root } from '../src/pages.js';
import { placeOf, play } from '../src/play.js';
import { type Program, programsOf } from '../src/programs.js';
import { scenesOf } from '../src/scenes.js';

const folder = join(root, 'apps/docs/.programs');

const printed = await Promise.all(
  pages().map(async (page) => {
    const port = String(await freePort());
    return programsOf(page).map((program) => listeningOn(port, program));
  }),
);
const programs = await layOut(folder, printed.flat());
const scenes = scenesOf(programs).map((scene) => {
  const title = [scene.server, ...scene.programs].flatMap((program) => (program ? [placeOf(program)] : []));
  return [title.join(', '), scene] as const;
});

function listeningOn(port: string, program: Program): Program {
  const moved = (text: string): string => text.replaceAll('8000', port);
  return {
    ...program,
    source: moved(program.source),
    output: program.output === undefined ? undefined : moved(program.output),
  };
}

/** Languages whose blocks are no programs of ours. */
const SHOWN = new Set(['sh', 'text', 'json', 'mermaid']);
/** The one page with programs in another language; the package's own tests run them, with the frameworks they need. */
const RUN_BY_ITS_PACKAGE = ['packages/http/README.md js'];

describe('the programs of the documentation', () => {
  it('are all in the language that is run', () => {
    const others = pages().flatMap(({ path, blocks }) =>
      blocks
        .filter(({ language }) => language !== 'ts' && !SHOWN.has(language))
        .map(({ language }) => `${path} ${language}`),
    );
    expect([...new Set(others)]).toEqual(RUN_BY_ITS_PACKAGE);
  });

  it('satisfy the compiler at its strictest', async () => {
    expect(await typeErrors(folder)).toBe('');
  }, 60_000);

  it.concurrent.each(scenes)(
    'run, and print what the page says: %s',
    async (_title, scene) => {
      expect(await play(scene)).toEqual([]);
    },
    120_000,
  );
});
