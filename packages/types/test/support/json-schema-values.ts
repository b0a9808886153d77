/** Values that a JSON Schema allows, as far as the official one needs it. What it can't promise, the caller filters. */
import * as fc from 'fast-check';
import type { Definitions, JsonSchema } from './official-schema.js';
import { key, text } from './primitives.js';

/** How deep schemas are followed before only the shortest values are made. */
const DEEP = 7;

export function valuesOf(name: string, definitions: Definitions): fc.Arbitrary<unknown> {
  const known = new Map<string, fc.Arbitrary<unknown>>();

  function values(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    if (schema.$ref !== undefined) return reference(schema.$ref.replace('#/$defs/', ''), depth);
    if (schema.allOf !== undefined) return values(merged(schema.allOf), depth);
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    // Of the alternatives of an object, the object's own members are made and the caller filters.
    if (schema.anyOf !== undefined && schema.properties === undefined) return oneOf(schema.anyOf, depth);
    const types = [schema.type ?? 'any'].flat();
    return types.length === 1
      ? ofType(types[0] ?? 'any', schema, depth)
      : oneOf(
          types.map((type) => ({ ...schema, type })),
          depth,
        );
  }

  function oneOf(schemas: JsonSchema[], depth: number): fc.Arbitrary<unknown> {
    // The shortest alternatives are those without members.
    const short = schemas.filter(({ type }) => type !== undefined && type !== 'object' && type !== 'array');
    const chosen = depth > DEEP && short.length > 0 ? short : schemas;
    return fc.oneof(...chosen.map((schema) => values(schema, depth)));
  }

  function reference(target: string, depth: number): fc.Arbitrary<unknown> {
    const id = `${target} ${depth}`;
    const found = known.get(id);
    if (found !== undefined) return found;
    const schema = definitions[target];
    if (schema === undefined) throw new Error(`The schema has no ${target}`);
    const made = values(schema, depth + 1);
    known.set(id, made);
    return made;
  }

  function ofType(type: string, schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    const { minimum: min, maximum: max } = schema;
    const bounds = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
    switch (type) {
      case 'string':
        return stringOf(schema);
      case 'integer':
        return fc.maxSafeInteger().filter((value) => value >= (min ?? -Infinity) && value <= (max ?? Infinity));
      case 'number':
        return fc.double({ ...bounds, noNaN: true, noDefaultInfinity: true });
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'array':
        return fc.array(values(schema.items ?? {}, depth + 1), { maxLength: depth > DEEP ? 0 : 2 });
      case 'object':
        return objectOf(schema, depth);
      default:
        return fc.jsonValue({ maxDepth: 2 });
    }
  }

  function objectOf(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    const members = Object.entries(schema.properties ?? {});
    const required = schema.required ?? [];
    const kept = depth > DEEP ? members.filter(([member]) => required.includes(member)) : members;
    const own = fc.record(Object.fromEntries(kept.map(([member, value]) => [member, values(value, depth + 1)])), {
      requiredKeys: required,
    });
    if (schema.additionalProperties === undefined || depth > DEEP) return own;
    const more = fc.dictionary(key, values(schema.additionalProperties, depth + 1), { maxKeys: 2 });
    return fc.tuple(more, own).map((parts) => Object.fromEntries(parts.flatMap((part) => Object.entries(part))));
  }

  function merged(schemas: JsonSchema[]): JsonSchema {
    const all = schemas.map((schema) =>
      schema.$ref ? (definitions[schema.$ref.replace('#/$defs/', '')] ?? {}) : schema,
    );
    return {
      type: 'object',
      properties: Object.assign({}, ...all.map(({ properties }) => properties)) as Record<string, JsonSchema>,
      required: [...new Set(all.flatMap(({ required }) => required ?? []))],
    };
  }

  return reference(name, 0);
}

function stringOf({ format, pattern }: JsonSchema): fc.Arbitrary<string> {
  if (pattern === '^file://') return text.map((path) => `file://${path}`);
  if (format === 'absolute-url') return fc.webUrl();
  return text;
}
