/** What only a process of its own shows: that nothing of the package keeps it alive. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('a process ends that has settled, and left timers waiting', async () => {
  const entry = fileURLToPath(new URL('../src/index.ts', import.meta.url));
  const program = `
    import { settle, virtualClock } from ${JSON.stringify(entry)};
    const clock = virtualClock(0);
    clock.setTimeout(() => {}, 1_000_000);
    await settle();
    await clock.advance(10);
    console.log('ended at', clock.now());
  `;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--conditions', '@mrtr/source', '--input-type=module', '--eval', program],
    { timeout: 15_000 },
  );
  expect(stdout).toBe('ended at 10\n');
});
