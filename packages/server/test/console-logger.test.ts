/** Where a server reports unless it is told otherwise. */
import { consoleLogger, Server } from '@mrtr/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { failure } from './support/requests.js';

const INFO = { name: 'console', version: '1.0.0' };

describe('the console as the logger', () => {
  afterEach(() => vi.restoreAllMocks());

  test('gets one line that can be searched, and what was thrown beside it', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const thrown = new Error('no');
    await failure(new Server(INFO, { onCallTool: () => Promise.reject(thrown) }), 'tools/call', { name: 'x' });
    expect(error).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^\[mrtr\] handler_failed \(tools\/call\): [^\n]+$/),
      thrown,
    );
  });

  test('can not be led into another line by a name from the client', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    consoleLogger.warn({
      event: 'request_state_rejected',
      message: 'No.',
      method: 'tools/call',
      target: 'a\n[mrtr] fake',
      reason: 'tag',
    });
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      '[mrtr] request_state_rejected (tools/call "a\\n[mrtr] fake") tag: No.',
    );
  });
});
