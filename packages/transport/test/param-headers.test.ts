import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkParamHeaders,
  encodeParamHeaders,
  type InvalidAnnotation,
  type ParamHeader,
  paramHeaders,
} from '../src/index.js';

const region = { type: 'string', 'x-mcp-header': 'Region' };

function planOf(schema: unknown): readonly ParamHeader[] {
  const plan = paramHeaders(schema);
  if ('reason' in plan) throw new Error(plan.reason);
  return plan;
}

const objectOf = (properties: Record<string, unknown>): unknown => ({ type: 'object', properties });

describe('paramHeaders', () => {
  test('plans the header of an annotated property', () => {
    expect(planOf(objectOf({ region, query: { type: 'string' } }))).toEqual([
      { path: ['region'], name: 'Region', header: 'Mcp-Param-Region', type: 'string' },
    ]);
  });

  test('a schema without annotations needs no headers', () => {
    for (const schema of [{ type: 'object' }, {}, true, null, undefined, 'text']) expect(planOf(schema)).toEqual([]);
  });

  test('follows chains of properties to any depth, in the order of the schema', () => {
    const schema = objectOf({
      b: objectOf({ deep: objectOf({ er: { type: 'integer', 'x-mcp-header': 'Er' } }) }),
      a: { type: 'boolean', 'x-mcp-header': 'A' },
    });
    expect(planOf(schema).map(({ path, type }) => [path.join('.'), type])).toEqual([
      ['b.deep.er', 'integer'],
      ['a', 'boolean'],
    ]);
  });

  test.each<[string, unknown]>([
    ['an empty name', { type: 'string', 'x-mcp-header': '' }],
    ['a space', { type: 'string', 'x-mcp-header': 'My Region' }],
    ['a colon', { type: 'string', 'x-mcp-header': 'Region:x' }],
    ['a letter that is not ASCII', { type: 'string', 'x-mcp-header': 'Région' }],
    ['a line feed', { type: 'string', 'x-mcp-header': 'Region\nX-Evil' }],
    ['a line feed at the end', { type: 'string', 'x-mcp-header': 'Region\n' }],
    ['a NUL', { type: 'string', 'x-mcp-header': 'Region\0' }],
    ['no string', { type: 'string', 'x-mcp-header': 1 }],
    ['null', { type: 'string', 'x-mcp-header': null }],
    ['type number', { type: 'number', 'x-mcp-header': 'N' }],
    ['type object', { type: 'object', 'x-mcp-header': 'N' }],
    ['type array', { type: 'array', 'x-mcp-header': 'N' }],
    ['type null', { type: 'null', 'x-mcp-header': 'N' }],
    ['two types', { type: ['string', 'null'], 'x-mcp-header': 'N' }],
    ['no type', { 'x-mcp-header': 'N' }],
  ])('refuses %s, and says where', (_name, property) => {
    const invalid = paramHeaders(objectOf({ ok: region, bad: property })) as InvalidAnnotation;
    expect(invalid.path).toEqual(['properties', 'bad']);
    expect(invalid.reason).toMatch(/x-mcp-header/);
  });

  test.each(['Region', 'region', 'REGION'])('refuses %s beside Region', (name) => {
    const schema = objectOf({ a: region, b: objectOf({ c: { type: 'string', 'x-mcp-header': name } }) });
    expect(paramHeaders(schema)).toMatchObject({ path: ['properties', 'b', 'properties', 'c'], reason: /unique/ });
  });

  test.each<[string, unknown]>([
    ['the root', { ...region, properties: {} }],
    ['items', objectOf({ list: { type: 'array', items: region } })],
    ['properties below items', objectOf({ list: { items: objectOf({ region }) } })],
    ['prefixItems', objectOf({ list: { prefixItems: [region] } })],
    ['oneOf', objectOf({ a: { oneOf: [region] } })],
    ['anyOf', { anyOf: [objectOf({ region })] }],
    ['allOf', { allOf: [objectOf({ region })] }],
    ['not', { not: objectOf({ region }) }],
    ['if', { if: objectOf({ region }) }],
    ['then', JSON.parse('{"then": {"properties": {"region": {"type": "string", "x-mcp-header": "Region"}}}}')],
    ['else', { else: objectOf({ region }) }],
    ['$defs', { $defs: { region } }],
    ['$defs named properties', { $defs: { properties: { properties: { region } } } }],
    ['additionalProperties', { additionalProperties: region }],
    ['patternProperties', { patternProperties: { '^r': region } }],
    ['dependentSchemas', { dependentSchemas: { a: objectOf({ region }) } }],
    ['a keyword that nobody knows', { 'x-variants': [objectOf({ region })] }],
  ])('refuses an annotation under %s', (_name, schema) => {
    expect(paramHeaders(schema)).toMatchObject({ reason: /properties/ });
  });

  test('takes data and names for what they are', () => {
    const schema = objectOf({
      'x-mcp-header': { type: 'string', description: 'a property that happens to have this name' },
      constructor: { type: 'string', default: region, enum: [region], const: region, examples: [{ region }] },
      properties: region,
    });
    expect(planOf(schema).map(({ path }) => path)).toEqual([['properties']]);
  });

  test('reads a schema of a hundred thousand levels', () => {
    let schema: unknown = objectOf({ region });
    for (let level = 0; level < 100_000; level++) schema = { allOf: [schema] };
    expect(paramHeaders(schema)).toMatchObject({ reason: /properties/ });
  });
});

const plan = planOf(
  objectOf({
    region,
    limit: { type: 'integer', 'x-mcp-header': 'Limit' },
    dry: { type: 'boolean', 'x-mcp-header': 'Dry' },
    where: objectOf({ city: { type: 'string', 'x-mcp-header': 'City' } }),
    ['__proto__']: { type: 'string', 'x-mcp-header': '__proto__' },
  }),
);

describe('encodeParamHeaders', () => {
  test('writes strings, integers and booleans', () => {
    expect(encodeParamHeaders(plan, { region: 'us-west1', limit: -7, dry: false, where: { city: 'Zürich' } })).toEqual({
      'Mcp-Param-Region': 'us-west1',
      'Mcp-Param-Limit': '-7',
      'Mcp-Param-Dry': 'false',
      'Mcp-Param-City': '=?base64?WsO8cmljaA==?=',
    });
  });

  test('leaves out what is absent, null, or no value for a header', () => {
    for (const args of [
      undefined,
      null,
      {},
      { region: null, where: null },
      { region: ['a'], where: 'text', limit: NaN },
    ]) {
      expect(encodeParamHeaders(plan, args)).toEqual({});
    }
  });

  test('reads own members alone', () => {
    expect(encodeParamHeaders(plan, { where: Object.create({ city: 'x' }) as object })).toEqual({});
    const args: unknown = JSON.parse('{"__proto__": "a"}');
    expect(encodeParamHeaders(plan, args)).toEqual({ 'Mcp-Param-__proto__': 'a' });
  });

  test('keeps an empty string apart from none, and writes zero one way', () => {
    expect(encodeParamHeaders(plan, { region: '', limit: -0 })).toEqual({
      'Mcp-Param-Region': '',
      'Mcp-Param-Limit': '0',
    });
  });

  test.each([2 ** 53, -(2 ** 53), 1e21])('refuses %d, naming the argument', (limit) => {
    expect(() => encodeParamHeaders(plan, { limit })).toThrow(/argument limit/);
  });
});

const check = (args: unknown, headers: Record<string, string>): string | undefined =>
  checkParamHeaders(plan, args, new Headers(headers));

describe('checkParamHeaders', () => {
  test('accepts what encodeParamHeaders wrote, for any arguments', () => {
    const args = fc.record(
      {
        region: fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant(null)),
        limit: fc.oneof(fc.maxSafeInteger(), fc.double(), fc.string()),
        dry: fc.oneof(fc.boolean(), fc.constant('true')),
        where: fc.oneof(fc.record({ city: fc.string({ unit: 'grapheme' }) }), fc.constant([])),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(args, (value) => {
        fc.pre(Number.isSafeInteger(value.limit) || !Number.isInteger(value.limit));
        expect(check(value, encodeParamHeaders(plan, value))).toBeUndefined();
      }),
    );
  });

  test.each<[string, unknown, Record<string, string>, RegExp]>([
    ['a header that is missing', { region: 'eu' }, {}, /Mcp-Param-Region is missing/],
    ['another value', { region: 'eu' }, { 'Mcp-Param-Region': 'us' }, /differs from the argument region/],
    ['another case of the value', { region: 'eu' }, { 'Mcp-Param-Region': 'EU' }, /differs/],
    ['a header without an argument', {}, { 'Mcp-Param-Region': 'eu' }, /the argument region has none/],
    ['a header for null', { region: null }, { 'Mcp-Param-Region': 'null' }, /has none/],
    ['a header for a list', { region: ['eu'] }, { 'Mcp-Param-Region': 'eu' }, /has none/],
    ['bad Base64', { region: 'Hello' }, { 'Mcp-Param-Region': '=?base64?SGVsbG8?=' }, /not well encoded/],
    ['characters no header may have', { region: 'é' }, { 'Mcp-Param-Region': '\u00e9' }, /not well encoded/],
    ['another integer', { limit: 1 }, { 'Mcp-Param-Limit': '2' }, /differs/],
    ['hexadecimal', { limit: 16 }, { 'Mcp-Param-Limit': '0x10' }, /differs/],
    ['nothing for zero', { limit: 0 }, { 'Mcp-Param-Limit': '' }, /differs/],
    ['a fraction that rounds', { limit: 42 }, { 'Mcp-Param-Limit': '42.00000000000000000001' }, /differs/],
    ['an unsafe integer', { limit: 2 ** 53 }, { 'Mcp-Param-Limit': '9007199254740992' }, /beyond/],
    ['a number for a boolean', { dry: true }, { 'Mcp-Param-Dry': '1' }, /differs/],
    ['a nested value', { where: { city: 'a' } }, { 'Mcp-Param-City': 'b' }, /argument where\.city/],
  ])('notices %s', (_name, args, headers, problem) => {
    expect(check(args, headers)).toMatch(problem);
  });

  test('an unsafe integer without its header is a missing header', () => {
    expect(check({ limit: 2 ** 53 }, {})).toMatch(/missing/);
  });

  test('compares integers as numbers and text after decoding', () => {
    expect(check({ limit: 42 }, { 'mcp-param-limit': '42.0' })).toBeUndefined();
    expect(check({ region: 'Hello' }, { 'MCP-PARAM-REGION': '=?base64?SGVsbG8=?=' })).toBeUndefined();
  });

  test('leaves an argument of the wrong kind to the input schema', () => {
    expect(check({ region: { nested: true } }, {})).toBeUndefined();
    expect(check({ limit: 1.5 }, { 'Mcp-Param-Limit': '1.5' })).toBeUndefined();
  });

  test('quotes no value', () => {
    expect(check({ region: 'secret-a' }, { 'Mcp-Param-Region': 'secret-b' })).not.toMatch(/secret/);
  });
});
