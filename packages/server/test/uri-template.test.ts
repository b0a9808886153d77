/** URIs against templates (RFC 6570), as `resources/read` matches them. */
import { McpServer, type Variables } from '@mrtr/server';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { request } from './support/requests.js';

/** The variables of a URI under a template, or `undefined` where it does not match. */
async function match(template: string, uri: string): Promise<Variables | undefined> {
  let found: Variables | undefined;
  const server = new McpServer({ name: 'templates', version: '1.0.0' });
  server.resource(template, {}, (variables) => {
    found = variables;
    return '';
  });
  const response = await server.exchange(request('resources/read', { uri }));
  expect(response !== undefined && 'error' in response ? response.error.code : 0).toBe(
    found === undefined ? -32602 : 0,
  );
  return found;
}

describe('a URI that its template makes', () => {
  test.each([
    ['users://{id}', 'users://7', { id: '7' }],
    ['users://{id}', 'users://a%20b', { id: 'a b' }],
    ['users://{id}', 'users://%E2%82%AC', { id: '€' }],
    ['users://{id}', 'users://€', { id: '€' }],
    ['users://{id}', 'users://a%2Fb', { id: 'a/b' }],
    ['users://{id}', 'users://..%2F..%2Fetc', { id: '../../etc' }],
    ['users://{id}', 'users://7,8', { id: '7,8' }],
    ['users://{id}', "users://a:b@c!$&'()*+;=", { id: "a:b@c!$&'()*+;=" }],
    ['users://{org}/{id}', 'users://acme/7', { org: 'acme', id: '7' }],
    ['users://{id}.{format}', 'users://my.file.json', { id: 'my', format: 'file.json' }],
    ['users://{a,b}', 'users://1,2', { a: '1', b: '2' }],
    ['users://{a*}', 'users://1,2%2C3', { a: ['1', '2,3'] }],
    ['file:///{+path}', 'file:///a/b%20c.txt', { path: 'a/b c.txt' }],
    ['file:///{+path}{?rev}', 'file:///a/b?rev=2', { path: 'a/b', rev: '2' }],
    ['file:///{name}{.ext}', 'file:///a.tar.gz', { name: 'a', ext: 'tar.gz' }],
    ['file:///{name}/{.ext}', 'file:///a/.tar.gz', { name: 'a', ext: 'tar.gz' }],
    ['files:{/path*}', 'files:/a/b', { path: ['a', 'b'] }],
    ['files:{/path*}', 'files:/', { path: [''] }],
    ['files:{/path*}', 'files:', { path: [] }],
    ['files:{/a,b}', 'files:/1/2', { a: '1', b: '2' }],
    ['files:{/a,b}', 'files:/1', { a: '1' }],
    ['search://x{?q}', 'search://x?q=a%26b', { q: 'a&b' }],
    ['search://x{?q}', 'search://x?q=', { q: '' }],
    ['search://x{?q}', 'search://x', {}],
    ['search://{term}{?page,size}', 'search://x?page=1&size=2', { term: 'x', page: '1', size: '2' }],
    ['search://{term}{?page,size}', 'search://x?size=2', { term: 'x', size: '2' }],
    ['search://{term}{?page,size}', 'search://x', { term: 'x' }],
    ['search://x?fixed=1{&q}', 'search://x?fixed=1&q=2', { q: '2' }],
    ['search://x{?tag*}', 'search://x?tag=a&tag=b', { tag: ['a', 'b'] }],
    ['search://x{?tag*,q}', 'search://x?tag=a&tag=b&q=c', { tag: ['a', 'b'], q: 'c' }],
    ['search://x{?tag*,q}', 'search://x?q=c', { tag: [], q: 'c' }],
    ['map://{;x,y}', 'map://;x=1;y', { x: '1', y: '' }],
    ['map://{;x,y}', 'map://;y=2', { y: '2' }],
    ['doc://{id}{#part}', 'doc://a#b/c?d', { id: 'a', part: 'b/c?d' }],
    ['doc://{id:3}', 'doc://abc', { id: 'abc' }],
    ['doc://{a.b}', 'doc://x', { 'a.b': 'x' }],
  ])('gives its variables: %s of %s', async (template, uri, variables) => {
    const found = await match(template, uri);
    expect(found).toEqual(variables);
    expect(Object.keys(found ?? {})).toEqual(Object.keys(variables));
  });
});

describe('a URI that its template does not make', () => {
  test.each([
    ['users://{id}', 'users://'],
    ['users://{id}', 'users://a/b'],
    ['users://{id}', 'users://a?b'],
    ['users://{id}', 'users://a#b'],
    ['users://{id}', 'other://7'],
    ['users://{id}', 'xusers://7'],
    ['users://{id}', 'users://%'],
    ['users://{id}', 'users://%ZZ'],
    ['users://{id}', 'users://%E2%82'],
    ['users://{org}/{id}', 'users://acme'],
    ['users://{org}/{id}', 'users://acme/7/8'],
    ['users://{id}/end', 'users://7/'],
    ['users://{a,b}', 'users://1'],
    ['users://{a,b}', 'users://1,2,3'],
    ['files:{/a,b}', 'files:/1/2/3'],
    ['file:///{+path}', 'file:///'],
    ['search://x{?tag*}', 'search://x?a=1&b=2'],
    ['search://x{?q}', 'search://x?r=1'],
    ['search://x{?q}', 'search://x?q=1&q=2'],
    ['search://x{?q}', 'search://x?'],
    ['search://x{?a,b}', 'search://x?b=1&a=2'],
    ['map://{;x}', 'map://;xy=1'],
    ['doc://{id:3}', 'doc://abcd'],
    // Where a list or a whole path comes first, nothing says where it ends.
    ['files:{/path*}/{name}', 'files:/a/b/c'],
    ['file:///{+dir}/{name}', 'file:///a/b/c'],
  ])('does not match: %s and %s', async (template, uri) => {
    expect(await match(template, uri)).toBeUndefined();
  });
});

describe('a template', () => {
  test.each([
    'u://{a',
    'u://{',
    'u://{}',
    'u://{?}',
    'u://{a,}',
    'u://{{a}}',
    'u://{a b}',
    'u://{=a}',
    'u://{|a}',
    'u://{a:0}',
    'u://{a:b}',
    'u://{a:99999}',
    'u://{a*:3}',
    'u://{a}/{a}',
    'u://{__proto__}',
    'u://{toString}',
    'u://{a}{?b,a}',
  ])('that is none is refused at registration: %s', (template) => {
    const server = new McpServer({ name: 'templates', version: '1.0.0' });
    expect(() => server.resource(template, {}, () => '')).toThrow(
      expect.objectContaining({ name: 'ServerError', code: 'invalid_definition' }),
    );
  });
});

test('what a template makes of any values, it takes apart again', async () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });
  const encode = (value: string) => encodeURIComponent(value);
  const list = fc.array(text, { minLength: 1, maxLength: 4 });
  /** What RFC 6570 makes of these variables (section 3.2). */
  const make = ({
    a,
    b,
    p,
    q,
    t,
  }: {
    a: string;
    b: string;
    p: string[];
    q: string | undefined;
    t: string[];
  }): string => {
    const query = [...(q === undefined ? [] : [`q=${encode(q)}`]), ...t.map((tag) => `t=${encode(tag)}`)].join('&');
    return `x://${encode(a)}/~/${encode(b)}:${p.map((step) => `/${encode(step)}`).join('')}${query && `?${query}`}`;
  };
  const variables = fc.record({
    a: text,
    b: text,
    p: list,
    q: fc.option(text, { nil: undefined }),
    t: fc.array(text, { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(variables, async (values) => {
      expect(await match('x://{a}/~/{b}:{/p*}{?q,t*}', make(values))).toEqual(
        values.q === undefined ? { a: values.a, b: values.b, p: values.p, t: values.t } : values,
      );
    }),
    { numRuns: 300 },
  );
});

test('any text in a variable survives being encoded into a URI and matched', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), async (id) => {
      expect(await match('users://{id}/x', `users://${encodeURIComponent(id)}/x`)).toEqual({ id });
    }),
    { numRuns: 150 },
  );
});

test('no URI whatever makes matching fail', async () => {
  const server = new McpServer({ name: 'templates', version: '1.0.0' });
  const templates = [
    'a://{x}',
    'a://{+x}/{y}',
    'a:{/x*}',
    'a://{x}{?q,r}{#f}',
    'a://{x*}',
    'a://{;x}',
    'a://{.x,y}',
    'a://{x:3}',
  ];
  for (const template of templates) server.resource(template, {}, () => '');
  const uris = fc.oneof(
    fc.string(),
    fc
      .array(
        fc.constantFrom('a', ':', '/', '?', '#', '&', '=', ';', '.', ',', '%', '%2', '%25', '{', '}', '*', '\u0000'),
      )
      .map((parts) => `a:/${parts.join('')}`),
  );
  await fc.assert(
    fc.asyncProperty(uris, async (uri) => {
      const response = await server.exchange(request('resources/read', { uri }));
      expect(response).toMatchObject(
        response !== undefined && 'error' in response
          ? { error: { code: -32602 } }
          : { result: { contents: [{ uri }] } },
      );
    }),
    { numRuns: 500 },
  );
});

test('a URI of more than 8,192 characters matches nothing', async () => {
  const longest = `u://${'a'.repeat(8_192 - 'u://'.length)}`;
  expect(await match('u://{id}', longest)).toEqual({ id: longest.slice('u://'.length) });
  expect(await match('u://{id}', `${longest}a`)).toBeUndefined();
});

describe('a hostile URI costs next to nothing, matched or not', () => {
  const server = new McpServer({ name: 'templates', version: '1.0.0' });
  const templates = [
    'd:{/id*}',
    'd:{/id*}{?q*}',
    'd:{a}-{b}-{c}-{d}',
    'd:{+a}/{+b}/{+c}/{d}',
    'd:{a,b,c}',
    'd:{?a,b,c}',
    'd:{?a*}{#b}',
    'd:{+a}{+b}{+c}x',
  ];
  for (const template of templates) server.resource(template, {}, () => '');

  test.each([
    ['50,000 segments', '/a', 50_000],
    ['as many segments as are looked at', '/a', 4_090],
    ['empty segments', '/', 8_180],
    ['separators', '-', 8_180],
    ['commas', ',', 8_180],
    ['pairs', 'a=1&', 2_040],
    ['question marks', '?', 8_180],
    ['percents', '%', 8_180],
    ['encoded slashes', '%2F', 2_700],
    ['an almost match', 'a', 8_180],
    ['10 million characters', 'a', 10_000_000],
  ])('%s', async (_, text, times) => {
    for (const uri of [`d:${text.repeat(times)}`, `d:?${text.repeat(times)}#`, `d:${text.repeat(times)}/`]) {
      const response = await server.exchange(request('resources/read', { uri }));
      expect(response).toMatchObject(
        response !== undefined && 'error' in response
          ? { error: { code: -32602 } }
          : { result: { contents: [{ uri }] } },
      );
    }
  });
});
