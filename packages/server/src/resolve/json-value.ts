/** Whether a value can be kept as JSON and come back as what it was. RFC 8259. */

const MAX_DEPTH = 1000;

/**
 * Where a value holds what JSON can't, and what it is: `prices[0]: a Date`. `undefined` for one that comes back as it was,
 * members that are `undefined` apart.
 */
export function findNonJson(value: unknown): string | undefined {
  return find(value, '', 0);
}

function find(value: unknown, path: string, depth: number): string | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return undefined;
    case 'number':
      return Number.isFinite(value) ? undefined : at(path, String(value));
    case 'object':
      return value === null ? undefined : findInObject(value, path, depth);
    case 'undefined':
      return at(path, 'undefined');
    default:
      return at(path, `a ${typeof value}`);
  }
}

function findInObject(value: object, path: string, depth: number): string | undefined {
  if (depth >= MAX_DEPTH) return at(path.slice(0, 40), 'itself, or more than 1000 levels');
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const found = find(item, `${path}[${index}]`, depth + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return at(path, `a ${nameOf(value)}`);
  for (const [name, member] of Object.entries(value)) {
    const found = member === undefined ? undefined : find(member, path === '' ? name : `${path}.${name}`, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function nameOf(value: object): string {
  const { constructor } = value as { constructor?: { name?: unknown } };
  return typeof constructor?.name === 'string' && constructor.name !== '' ? constructor.name : 'class instance';
}

function at(path: string, what: string): string {
  return path === '' ? what : `${path}: ${what}`;
}
