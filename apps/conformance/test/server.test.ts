/** The official suite against our server. It needs a Node of its own, which the package brings for Linux. */
import { serve } from '@mrtr/http/node';
import { expect, test } from 'vitest';
import { everythingServer } from '../src/everything/server.js';
import { runServerSuite } from '../src/suite.js';
import { faultsOf, REQUIREMENTS } from '../src/verdict.js';

const REVISIONS = ['2026-07-28', '2025-11-25'] as const;

test.each(REVISIONS)(
  'the official suite passes at %s, every scored scenario and no warning',
  { timeout: 120_000 },
  async (revision) => {
    await using running = await serve(everythingServer());
    const run = await runServerSuite(running.url, revision);
    expect(faultsOf(run, REQUIREMENTS[revision])).toEqual([]);
  },
);
