/**
 * Which arguments of a tool travel in headers too: reads the `x-mcp-header` annotations of its input schema.
 *
 * Specification 2026-07-28, basic/transports/streamable-http "Custom Headers from Tool Parameters".
 */
import { isRecord } from '@mrtr/types';

/** One argument that travels in a header. */
export interface ParamHeader {
  /** Where the argument stands in the call's arguments: the property names that lead to it. */
  readonly path: readonly string[];
  /** What the annotation says, as written: the part of the header's name after `Mcp-Param-`. */
  readonly name: string;
  /** The header's whole name. */
  readonly header: string;
  readonly type: 'string' | 'integer' | 'boolean';
}

/** An annotation that the specification doesn't allow; a client must leave such a tool out of its list. */
export interface InvalidAnnotation {
  /** Where in the schema it stands, as the keywords and names that lead to it. */
  readonly path: readonly string[];
  /** What is wrong with it, as a sentence for a log. */
  readonly reason: string;
}

/** RFC 9110, section 5.1: `1*tchar`. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Keywords that hold data, in which the word `x-mcp-header` means nothing. */
const DATA_KEYWORDS: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples']);

/** Keywords whose value maps names to schemas: a name in there may be any word, also `x-mcp-header`. */
const SCHEMA_MAPS: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);

/**
 * Plans the headers of a tool from its input schema, in the schema's order; empty for a tool without annotations.
 * Narrow the result with `'reason' in plan`.
 */
export function paramHeaders(inputSchema: unknown): readonly ParamHeader[] | InvalidAnnotation {
  const plan: ParamHeader[] = [];
  const names = new Set<string>();
  // A stack of our own: a schema that nests a hundred thousand levels must not overflow the engine's.
  const stack: Place[] = [{ schema: inputSchema, parent: undefined, key: '', arguments: [] }];
  for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
    const { schema } = place;
    if (Array.isArray(schema)) {
      for (let index = schema.length - 1; index >= 0; index--) {
        stack.push({ schema: schema[index], parent: place, key: String(index), arguments: undefined });
      }
    } else if (isRecord(schema)) {
      if (!place.isMap && Object.hasOwn(schema, 'x-mcp-header')) {
        const header = readAnnotation(schema, place.arguments, names);
        if (typeof header === 'string') return { path: pathOf(place), reason: header };
        plan.push(header);
      }
      pushMembers(stack, schema, place);
    }
  }
  return plan;
}

/** A place in the schema that is still to be looked at. */
interface Place {
  readonly schema: unknown;
  readonly parent: Place | undefined;
  readonly key: string;
  /** The way to the argument in a call, or `undefined` where the schema is not reached by `properties` alone. */
  readonly arguments: readonly string[] | undefined;
  /** Whether this is a map from names to schemas, and no schema itself. */
  readonly isMap?: boolean;
}

function pushMembers(stack: Place[], schema: Record<string, unknown>, place: Place): void {
  const keys = Object.keys(schema);
  // Backwards, so that the members come off the stack in their own order.
  for (let index = keys.length - 1; index >= 0; index--) {
    const key = keys[index] as string;
    const member = schema[key];
    if (typeof member !== 'object' || member === null) continue;
    if (place.isMap) {
      const path = place.key === 'properties' ? place.arguments : undefined;
      stack.push({ schema: member, parent: place, key, arguments: path && [...path, key] });
    } else if (!DATA_KEYWORDS.has(key)) {
      const isMap = SCHEMA_MAPS.has(key);
      stack.push({ schema: member, parent: place, key, arguments: isMap ? place.arguments : undefined, isMap });
    }
  }
}

/** The planned header, or what is wrong with the annotation. */
function readAnnotation(
  schema: Record<string, unknown>,
  path: readonly string[] | undefined,
  names: Set<string>,
): ParamHeader | string {
  const name = schema['x-mcp-header'];
  const type = schema['type'];
  if (path === undefined || path.length === 0) {
    return 'x-mcp-header is allowed only on a property that is reached from the root through `properties` alone';
  }
  if (typeof name !== 'string' || !TOKEN.test(name)) {
    return 'x-mcp-header must be an HTTP token: letters, digits and some punctuation, at least one character';
  }
  if (type !== 'string' && type !== 'integer' && type !== 'boolean') {
    return 'x-mcp-header is allowed only on a property of type string, integer or boolean';
  }
  if (names.has(name.toLowerCase())) return 'x-mcp-header must be unique in the schema, in any case';
  names.add(name.toLowerCase());
  return { path, name, header: `Mcp-Param-${name}`, type };
}

function pathOf(place: Place): string[] {
  const path: string[] = [];
  for (let at: Place | undefined = place; at?.parent !== undefined; at = at.parent) path.push(at.key);
  return path.toReversed();
}
