/** Tools whose schemas say more than most: a JSON Schema by hand, and arguments that travel in headers too. */
import type { McpServer, StandardSchema } from '@mrtr/server';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';

const CONTACT = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // oxlint-disable-next-line no-thenable -- a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
} as const;

/** A JSON Schema as it stands, which ajv holds the arguments to. */
function fromJsonSchema(schema: Readonly<Record<string, unknown>>): StandardSchema<unknown, object> {
  const ajv = new Ajv2020({ strict: false });
  const isValid = ajv.compile(schema);
  const render = () => schema;
  return {
    '~standard': {
      version: 1,
      vendor: 'json-schema',
      validate: (value) =>
        isValid(value) ? { value: value as object } : { issues: [{ message: ajv.errorsText(isValid.errors) }] },
      jsonSchema: { input: render, output: render },
    } as StandardSchema<unknown, object>['~standard'],
  };
}

export function addSchemas(server: McpServer): void {
  server.tool(
    'json_schema_2020_12_tool',
    { description: 'Takes a contact, by a schema of 2020-12', input: fromJsonSchema(CONTACT) },
    (contact) => `Valid: ${JSON.stringify(contact)}`,
  );
  server.tool(
    'test_header_parameters',
    {
      description: 'Takes a region that travels in a header too',
      input: z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }).optional() }),
    },
    ({ region = 'nowhere' }) => `In ${region}.`,
  );
}
