/** Tools that say how far they are. Specification 2026-07-28, basic/patterns/progress, server/utilities/logging. */
import type { McpServer } from '@mrtr/server';
import { setTimeout as pause } from 'node:timers/promises';

/** So that a client can tell one notification from the next. */
const STEP_MS = 50;

export function addReporting(server: McpServer): void {
  server.tool('test_tool_with_progress', { description: 'Reports progress' }, async (_input, ctx) => {
    for (const done of [0, 50, 100]) {
      ctx.progress(done, 100, `${done} of 100`);
      await pause(STEP_MS);
    }
    return 'All 100 are done.';
  });
  server.tool('test_tool_with_logging', { description: 'Logs what it does' }, async (_input, ctx) => {
    for (const entry of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      ctx.log('info', entry);
      await pause(STEP_MS);
    }
    return 'Logged three times.';
  });
  server.tool('test_logging_tool', { description: 'Logs, where the request asks for it' }, (_input, ctx) => {
    ctx.log('info', 'Nobody sees this unless the request says so');
    return 'Logged, if anybody wanted it.';
  });
  server.tool(
    'test_streaming_elicitation',
    { description: 'Streams what it does, and asks nothing' },
    async (_input, ctx) => {
      for (const done of [1, 2, 3]) {
        ctx.progress(done, 3);
        ctx.log('info', `Step ${done}`);
        await pause(STEP_MS);
      }
      return 'Streamed.';
    },
  );
}
