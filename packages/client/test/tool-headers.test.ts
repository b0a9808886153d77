/** Arguments that travel in headers: Specification 2026-07-28, basic/transports/streamable-http "Client Behavior". */
import { Client } from '@mrtr/client';
import type { SendOptions, Transport } from '@mrtr/transport';
import { ErrorCode, type JsonRpcRequest } from '@mrtr/types';
import { expect, test } from 'vitest';
import { failureOf } from './support/failure.js';
import { accept, done, formRequest, interim } from './support/fake-server.js';

const mismatch = { error: { code: ErrorCode.HeaderMismatch, message: 'Header mismatch' } };

/** A tool whose `region` travels in a header of this name; with no name it does not travel. */
function tool(header?: string, name = 'query') {
  const region = { type: 'string', ...(header !== undefined && { 'x-mcp-header': header }) };
  return { name, inputSchema: { type: 'object', properties: { region, sql: { type: 'string' } } } };
}

function list(tools: object[], nextCursor?: string) {
  return {
    resultType: 'complete',
    ttlMs: 0,
    cacheScope: 'private',
    tools,
    ...(nextCursor !== undefined && { nextCursor }),
  };
}

/** A channel with headers, as far as a client sees of one. */
class Recorder implements Transport {
  readonly sent: [method: string, headers: SendOptions['headers']][] = [];
  readonly #results: unknown[];

  constructor(...results: unknown[]) {
    this.#results = results;
  }

  send({ id, method }: JsonRpcRequest, { headers }: SendOptions = {}) {
    this.sent.push([method, headers]);
    const result = this.#results.shift() as object;
    return Promise.resolve({ jsonrpc: '2.0', id, ...('error' in result ? result : { result }) } as never);
  }

  close() {
    return Promise.resolve();
  }
}

const args = { region: 'eu-west-1', sql: 'SELECT 1' };

test('a tool that was listed sends them in every round, beside the headers of the caller', async () => {
  const channel = new Recorder(list([tool('Region')]), interim({ q: formRequest() }), done());
  const client = new Client(channel, { onElicit: () => accept('x') });
  await client.listTools();
  await client.callTool('query', args, { headers: { 'X-Tenant': 'a', 'Mcp-Param-Region': 'forged' } });
  const headers = { 'X-Tenant': 'a', 'Mcp-Param-Region': 'eu-west-1' };
  expect(channel.sent).toEqual([
    ['tools/list', undefined],
    ['tools/call', headers],
    ['tools/call', headers],
  ]);
});

test('the session and the pages of an iterator count too; other tools, and absent arguments, send none', async () => {
  const channel = new Recorder(list([tool()], 'next'), list([tool('Region', 'other')]), done(), done(), done());
  const client = new Client(channel);
  for await (const _ of client.tools());
  await client.session.callTool('other', { region: 'é' });
  await client.callTool('other', {});
  await client.callTool('query', args);
  expect(channel.sent.slice(2)).toEqual([
    ['tools/call', { 'Mcp-Param-Region': '=?base64?w6k=?=' }],
    ['tools/call', {}],
    ['tools/call', undefined],
  ]);
});

test('a mismatch makes the client read the list anew, as far as the tool, and call once more', async () => {
  const channel = new Recorder(
    mismatch,
    list([tool('X', 'first')], 'next'),
    list([tool('Region')], 'never read'),
    done('after all'),
  );
  const client = new Client(channel);
  expect(await client.callTool('query', args)).toEqual(done('after all'));
  expect(channel.sent).toEqual([
    ['tools/call', undefined],
    ['tools/list', undefined],
    ['tools/list', undefined],
    ['tools/call', { 'Mcp-Param-Region': 'eu-west-1' }],
  ]);
});

test('a mismatch that the list does not explain is thrown, and so is a second one', async () => {
  const unexplained = new Recorder(mismatch, list([tool()]));
  expect(await failureOf(new Client(unexplained).callTool('query', args))).toMatchObject(mismatch.error);
  const noList = new Recorder(mismatch, { error: { code: -32601, message: 'Method not found' } });
  expect(await failureOf(new Client(noList).callTool('query', args))).toMatchObject(mismatch.error);
  const twice = new Recorder(mismatch, list([tool('Region')]), mismatch);
  expect(await failureOf(new Client(twice).callTool('query', args))).toMatchObject(mismatch.error);
  expect([unexplained, noList, twice].map(({ sent }) => sent.length)).toEqual([2, 2, 3]);
  const unchanged = new Recorder(list([tool('Region')]), mismatch, list([tool('Region')]));
  const client = new Client(unchanged);
  await client.listTools();
  expect(await failureOf(client.callTool('query', args))).toMatchObject(mismatch.error);
  expect(unchanged.sent).toHaveLength(3);
});

test('a mismatch over a header that the tool no longer wants is mended by leaving it out', async () => {
  const channel = new Recorder(list([tool('Region')]), mismatch, list([tool()]), done());
  const client = new Client(channel);
  await client.listTools();
  expect(await client.callTool('query', args)).toEqual(done());
  expect(channel.sent[3]).toEqual(['tools/call', undefined]);
});

test('a tool that drops its annotation is called without the header from then on', async () => {
  const channel = new Recorder(list([tool('Region')]), list([tool()]), done());
  const client = new Client(channel);
  await client.listTools();
  await client.listTools();
  await client.callTool('query', args);
  expect(channel.sent[2]).toEqual(['tools/call', undefined]);
});
