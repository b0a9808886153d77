/** The official suite against our server. It needs a Node of its own, which the package brings for Linux. */
import { serve } from '@mrtr/http/node';
import { expect, test } from 'vitest';
import { everythingServer } from '../src/everything/server.js';
import { runServerSuite } from '../src/suite.js';
import { faultsOf, REQUIREMENTS } from '../src/verdict.js';

test(
  'the official suite passes at 2026-07-28, every scored scenario and no warning',
  { timeout: 120_000 },
  async () => {
    await using running = await serve(everythingServer());
    const run = await runServerSuite(running.url, '2026-07-28');
    expect(faultsOf(run, REQUIREMENTS['2026-07-28'])).toEqual([]);
  },
);
