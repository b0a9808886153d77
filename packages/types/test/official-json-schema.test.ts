/** Every schema gives the verdict of the specification's own JSON Schema, but for the differences listed here. */
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import * as types from '@mrtr/types';
import { valuesOf } from './support/json-schema-values.js';
import { someMutations } from './support/mutations.js';
import { type Definitions, missing, officialDefinitions } from './support/official-schema.js';

/** Where we differ from the official JSON Schema on purpose. */
interface Difference {
  readonly name: string;
  /** What decides, above a JSON Schema that is generated from schema.ts. */
  readonly because: string;
  /** Writes the difference into the official schema, which we then follow without exception. */
  readonly amend: (definitions: Definitions) => void;
  /** A value that the official schema judges differently. */
  readonly witness: { readonly of: string; readonly value: unknown; readonly accepted: boolean };
}

const FINAL = [
  'CallToolResult',
  'CompleteResult',
  'DiscoverResult',
  'GetPromptResult',
  'ListPromptsResult',
  'ListResourceTemplatesResult',
  'ListResourcesResult',
  'ListToolsResult',
  'ReadResourceResult',
  'SubscriptionsListenResult',
];

const differences: readonly Difference[] = [
  {
    name: 'an interim result asks for something or carries a state',
    because:
      'basic/patterns/mrtr, Server Requirements 6: at least one of inputRequests or requestState MUST be included',
    amend: (definitions) => {
      get(definitions, 'InputRequiredResult').anyOf = [
        { required: ['requestState'] },
        { required: ['inputRequests'], properties: { inputRequests: { minProperties: 1 } } },
      ];
    },
    witness: { of: 'InputRequiredResult', value: { resultType: 'input_required', inputRequests: {} }, accepted: false },
  },
  {
    name: 'an interim result says that it is one',
    because: 'basic/index, ResultType: input_required is what makes a result an InputRequiredResult',
    amend: (definitions) => {
      member(definitions, 'InputRequiredResult', 'resultType').const = 'input_required';
    },
    witness: { of: 'InputRequiredResult', value: { resultType: 'complete', requestState: 's' }, accepted: false },
  },
  {
    name: 'the final result of a method says that it is final',
    because: 'basic/index, ResultType: complete indicates the final content, and an unrecognized value MUST be invalid',
    amend: (definitions) => {
      for (const name of FINAL) member(definitions, name, 'resultType').const = 'complete';
    },
    witness: { of: 'CallToolResult', value: { resultType: 'finished', content: [] }, accepted: false },
  },
  {
    name: 'JSON has null and fractions',
    because: 'schema.ts, JSONValue: string | number | boolean | null | JSONObject | JSONArray',
    amend: (definitions) => {
      const scalars = get(definitions, 'JSONValue').anyOf?.find(({ type }) => Array.isArray(type));
      if (scalars !== undefined) scalars.type = ['string', 'number', 'boolean', 'null'];
    },
    witness: { of: 'JSONObject', value: { a: null, b: 0.5 }, accepted: true },
  },
  {
    name: 'a form can hold a fraction',
    because: 'schema.ts, ElicitResult.content: string | number | boolean | string[]',
    amend: (definitions) => {
      const scalars = member(definitions, 'ElicitResult', 'content').additionalProperties?.anyOf?.[1];
      if (scalars !== undefined) scalars.type = ['string', 'number', 'boolean'];
    },
    witness: { of: 'ElicitResult', value: { action: 'accept', content: { weight: 0.5 } }, accepted: true },
  },
  {
    name: 'a root is a file',
    because: 'client/roots, Root: this MUST be a file:// URI in the current specification',
    amend: (definitions) => {
      member(definitions, 'Root', 'uri').pattern = '^file://';
    },
    witness: { of: 'Root', value: { uri: 'https://example.com/' }, accepted: false },
  },
  {
    name: 'the page of a URL elicitation has a URL',
    because: 'client/elicitation, URL Mode Elicitation Requests: the url parameter MUST contain a valid URL',
    amend: (definitions) => {
      member(definitions, 'ElicitRequestURLParams', 'url').format = 'absolute-url';
    },
    witness: { of: 'ElicitRequestURLParams', value: { mode: 'url', message: 'Log in', url: 'login' }, accepted: false },
  },
  {
    name: 'a number that is echoed survives JSON',
    because: 'basic/index, Result Responses: the ID MUST be the same as the request’s, and beyond 2^53 it would not be',
    amend: (definitions) => {
      for (const name of ['RequestId', 'ProgressToken']) {
        definitions[name] = {
          anyOf: [
            { type: 'string' },
            { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
          ],
        };
      }
    },
    witness: { of: 'RequestId', value: 2 ** 53, accepted: false },
  },
];

const schemas: Readonly<Record<string, z.ZodMiniType>> = Object.fromEntries(
  Object.entries(types)
    .filter(([name]) => name.endsWith('Schema'))
    .map(([name, schema]) => [name.slice(0, -'Schema'.length), schema as z.ZodMiniType]),
);

describe('the official JSON Schema', () => {
  it('is there, in CI', ({ skip }) => {
    if (missing !== undefined && process.env['CI'] !== 'true') {
      console.warn(`@mrtr/types was not compared with the official JSON Schema: ${missing}`);
      skip(missing);
    }
    expect(missing).toBeUndefined();
  });
});

describe.skipIf(missing !== undefined)('every schema, beside the official JSON Schema', () => {
  const official = missing === undefined ? officialDefinitions() : {};
  const amended = structuredClone(official);
  if (missing === undefined) for (const { amend } of differences) amend(amended);
  const officialVerdict = validators(official);
  const amendedVerdict = validators(amended);

  it.each(Object.keys(official))('%s', (name) => {
    const ours = schemaOf(name);
    const theirs = amendedVerdict(name);
    const valid = valuesOf(name, amended).filter((value) => theirs(value));
    fc.assert(
      fc.property(valid, fc.nat(), (value, start) => {
        expect(z.safeParse(ours, value).error?.issues).toBeUndefined();
        for (const { what, value: mutated } of someMutations(value, start, 60)) {
          if (z.safeParse(ours, mutated).success !== theirs(mutated)) {
            expect.fail(`${theirs(mutated) ? 'we refuse' : 'we accept'} ${what}: ${JSON.stringify(mutated)}`);
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  it.each(differences)('differs: $name', ({ because, witness: { of, value, accepted } }) => {
    expect(because).not.toBe('');
    expect(z.safeParse(schemaOf(of), value).success).toBe(accepted);
    expect(officialVerdict(of)(value)).toBe(!accepted);
    expect(amendedVerdict(of)(value)).toBe(accepted);
  });
});

/** Our schema for an official definition, whose name differs from ours only in how it is cased. */
function schemaOf(name: string): z.ZodMiniType {
  const ours = name === 'Error' ? 'ErrorObject' : name.replace(/^JSONRPC/, 'JsonRpc').replace(/^JSON/, 'Json');
  const schema = schemas[ours];
  if (schema === undefined) throw new Error(`There is no ${ours}Schema`);
  return schema;
}

function validators(definitions: Definitions): (name: string) => ValidateFunction {
  const ajv = new Ajv2020({
    strict: false,
    formats: { 'absolute-url': (url: string) => URL.canParse(url), uri: true, byte: true, 'uri-template': true },
  });
  ajv.addSchema({ $id: 'mcp', $defs: definitions });
  return (name) => {
    const validate = ajv.getSchema(`mcp#/$defs/${name}`);
    if (validate === undefined) throw new Error(`The official schema has no ${name}`);
    return validate as ValidateFunction;
  };
}

function get(definitions: Definitions, name: string) {
  const definition = definitions[name];
  if (definition === undefined) throw new Error(`The official schema has no ${name}`);
  return definition;
}

function member(definitions: Definitions, name: string, property: string) {
  const found = get(definitions, name).properties?.[property];
  if (found === undefined) throw new Error(`The official schema has no ${name}.${property}`);
  return found;
}
