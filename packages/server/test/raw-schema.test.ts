/** A JSON Schema that its author wrote by hand: SYSTEM H1. Specification 2026-07-28, basic/index "JSON Schema Usage". */
import { McpServer, type StandardSchema } from '@mrtr/server';
import { expect, test } from 'vitest';
import { result } from './support/requests.js';

test('is listed as it was written, its dialect among the rest', async () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: { name: { $anchor: 'name', type: 'string' } },
    properties: { name: { $ref: '#/$defs/name' } },
    if: { required: ['name'] },
    else: { required: ['id'] },
    unevaluatedProperties: false,
  };
  const render = () => schema;
  const input = {
    '~standard': {
      version: 1,
      vendor: 'by-hand',
      validate: (value: unknown) => ({ value: value as object }),
      jsonSchema: { input: render, output: render },
    },
  } as StandardSchema<unknown, object>;
  const server = new McpServer({ name: 'raw', version: '1.0.0' });
  server.tool('t', { input }, () => '');
  expect(await result(server, 'tools/list')).toMatchObject({ tools: [{ inputSchema: schema }] });
});
