/**
 * Matching URIs against RFC 6570 templates, which the RFC leaves open: a library takes a URI apart, and a match counts only
 * if the template makes that URI of what was found, and if every variable is what its expression promises.
 *
 * Specification 2026-07-28, server/resources "Resource Templates"; docs/decisions/0005.
 */
import parseTemplate from 'uri-templates';
import { ServerError } from '../server-error.js';

/** The variables of a match: text, or a list for one that is exploded (`{/path*}`). */
export type Variables = Readonly<Record<string, string | string[]>>;

/**
 * The variables of a template, as far as its literal type tells: those of `{a}` and `{+a}` are there, those of other
 * expressions (`{?a}`, `{/a}` …) may be missing, exploded ones are lists that may be empty.
 */
export type VariablesOf<Template extends string> = string extends Template
  ? Variables
  : Flat<
      { readonly [Name in Bare<Texts<Present<ExpressionsOf<Template>>>>]: string } & {
        readonly [Name in Bare<Texts<Missable<ExpressionsOf<Template>>>>]?: string;
      } & { readonly [Name in Lists<NamesIn<ExpressionsOf<Template>>>]: string[] }
    >;

type Flat<T> = { [Key in keyof T]: T[Key] };
type OptionalOperator = '#' | '.' | '/' | ';' | '?' | '&';
type ExpressionsOf<Template extends string> = Template extends `${string}{${infer Expression}}${infer Rest}`
  ? Expression | ExpressionsOf<Rest>
  : never;
type Present<Expression extends string> = Expression extends `${OptionalOperator}${string}`
  ? never
  : Split<Expression extends `+${infer Names}` ? Names : Expression>;
type Missable<Expression extends string> = Expression extends `${OptionalOperator}${infer Names}`
  ? Split<Names>
  : never;
type NamesIn<Expression extends string> = Present<Expression> | Missable<Expression>;
type Split<Names extends string> = Names extends `${infer Name},${infer Rest}` ? Name | Split<Rest> : Names;
type Texts<Name extends string> = Name extends `${string}*` ? never : Name;
type Lists<Name extends string> = Name extends `${infer List}*` ? List : never;
type Bare<Name extends string> = Name extends `${infer Text}:${number}` ? Text : Name;

/** Longer URIs match nothing: they are an attack on the matcher, not a resource. */
const MAX_URI_LENGTH = 8_192;

/** A parsed template. */
export interface UriTemplate {
  /** The names of its variables, in order. */
  readonly names: readonly string[];
  /** The variables, percent-decoded, that make the template this URI; `undefined` where there are none. */
  readonly match: (uri: string) => Variables | undefined;
}

/** @throws {ServerError} `invalid_definition` for what is no RFC 6570 template, and for a variable that is there twice. */
export function uriTemplate(template: string): UriTemplate {
  const declared = readVariables(template);
  const parsed = parseTemplate(template);
  return {
    names: declared.map(({ name }) => name),
    match(uri) {
      if (uri.length > MAX_URI_LENGTH) return undefined;
      try {
        const found = parsed.fromUri(uri) as Found | undefined;
        if (found === undefined || canonical(parsed.fill(found as never)) !== canonical(uri)) return undefined;
        return read(declared, found);
      } catch {
        return undefined; // A malformed percent-encoding, or a lone surrogate: no URI of ours.
      }
    },
  };
}

/** What the library makes of a URI: a list wherever there was a comma, and an object for pairs of other names. */
type Found = Readonly<Record<string, string | string[] | object | undefined>>;

interface Variable {
  readonly name: string;
  /** `{a*}`: a list. */
  readonly exploded: boolean;
  /** `{a}` and `{+a}`, which make nothing of an empty text: there is no telling it from a missing one. */
  readonly present: boolean;
  /** `{+a}` and `{#a}`, which the library leaves encoded. */
  readonly reserved: boolean;
}

const EXPRESSION = /\{([+#./;?&]?)([^{}]*)\}/g;
const VARIABLE = /^([\w%-]+(?:\.[\w%-]+)*)(?::[1-9]\d{0,3}|(\*))?$/;

/** The variables of a template by RFC 6570, section 2, about which the library is silent. */
function readVariables(template: string): Variable[] {
  if (/[{}]/.test(template.replace(EXPRESSION, ''))) throw refuse(template, 'a brace is not closed, or not opened');
  const variables = [...template.matchAll(EXPRESSION)].flatMap(([, operator = '', names = '']) =>
    names.split(',').map((text) => {
      const [, name, star] = VARIABLE.exec(text) ?? [];
      if (name === undefined) throw refuse(template, `{${text}} names no variable`);
      if (name in Object.prototype) throw refuse(template, `no variable can be called ${name}`);
      const exploded = star !== undefined;
      return { name, exploded, present: /^\+?$/.test(operator) && !exploded, reserved: /[+#]/.test(operator) };
    }),
  );
  const names = variables.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw refuse(template, `the variable ${twice} is there twice`);
  return variables;
}

/** What was found, in the types that the template promises; `undefined` where it is something else. */
function read(declared: readonly Variable[], found: Found): Variables | undefined {
  const variables: [string, string | string[]][] = [];
  for (const { name, exploded, present, reserved } of declared) {
    const value = Object.hasOwn(found, name) ? found[name] : undefined;
    if (typeof value === 'object' && !Array.isArray(value)) return undefined;
    const texts = (value === undefined ? [] : [value].flat()).map((text) =>
      reserved ? decodeURIComponent(text) : text,
    );
    const text = texts.join(',');
    if (present && text === '') return undefined;
    if (exploded) variables.push([name, texts]);
    else if (value !== undefined) variables.push([name, text]);
  }
  return Object.fromEntries(variables);
}

/**
 * A URI in one spelling: encodings that RFC 3986, section 6.2.2, calls equivalent are undone, with those of sub-delimiters,
 * except of the one that parts a query.
 */
function canonical(uri: string): string {
  const query = uri.indexOf('?');
  return uri.replace(/[^\0-\x7f]+/gu, encodeURIComponent).replace(/%[0-9a-f]{2}/gi, (encoded, at: number) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    const same = /[\w.~!$'()*+,;=:@-]/.test(character) || (character === '&' && (query < 0 || at < query));
    return same ? character : encoded.toUpperCase();
  });
}

function refuse(template: string, problem: string): ServerError {
  return new ServerError('invalid_definition', `${JSON.stringify(template)} is no RFC 6570 template: ${problem}.`);
}
