/** What is said of arguments and parameters that do not fit, whoever's schema found it. */
import { McpServer } from '@mrtr/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { request } from './support/requests.js';

// As in a program that never imports classic zod, which sets the messages of both.
const { localeError } = z.config();
beforeAll(() => void z.config({ localeError: undefined }));
afterAll(() => void z.config({ localeError }));

const server = new McpServer({ name: 'issues', version: '1.0.0' });
const input = z.object({ size: z.number(), unit: z.enum(['cm', 'in']), kind: z.literal('box') });
server.tool('measure', { input }, () => 'measured');

test('a schema of zod/mini, which has no messages of its own, names each field and what it expects', async () => {
  const args = { size: 'big', unit: 'px', kind: 'bag' };
  const response = await server.exchange(request('tools/call', { name: 'measure', arguments: args }));
  expect(response).toMatchObject({
    result: {
      isError: true,
      content: [
        {
          text: 'Invalid arguments for tool "measure": size: expected number; unit: expected "cm" or "in"; kind: expected "box"',
        },
      ],
    },
  });
});

test("parameters of a method that don't fit say which one, and what it should be", async () => {
  const response = await server.exchange(request('tools/call', { name: 7 }));
  expect(response).toMatchObject({
    error: { code: -32602, message: 'Invalid params for tools/call: name: expected string' },
  });
});
