/**
 * URI templates (RFC 6570): parsed once, then matched against URIs, which the RFC leaves open. A URI matches if the template
 * can make it, up to encodings that need not be there.
 *
 * Specification 2026-07-28, server/resources "Resource Templates".
 */
import { ServerError } from '../server-error.js';
import { type Part, OPERATORS, type Operator, type Variable, uriPattern } from './uri-pattern.js';

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
  match(uri: string): Variables | undefined;
}

/** @throws {ServerError} `invalid_definition` for what is no RFC 6570 template, and for a variable that is there twice. */
export function uriTemplate(template: string): UriTemplate {
  const parts = parse(template);
  const variables = parts.flatMap((part) => (typeof part === 'string' ? [] : part.variables));
  const names = variables.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw refuse(template, `the variable ${twice} is there twice`);
  const pattern = uriPattern(parts);
  return {
    names,
    match: (uri) => {
      const captures = uri.length > MAX_URI_LENGTH ? undefined : pattern(uri);
      return captures && read(variables, captures);
    },
  };
}

function parse(template: string): Part[] {
  return template
    .split(/(\{[^{}]*\})/)
    .filter((text) => text !== '')
    .map((text) => {
      if (text.startsWith('{') && text.endsWith('}')) return parseExpression(template, text.slice(1, -1));
      if (/[{}]/.test(text)) throw refuse(template, 'a brace is not closed, or not opened');
      return text;
    });
}

function parseExpression(template: string, expression: string): Exclude<Part, string> {
  const symbol = expression.charAt(0);
  const operator = OPERATORS.get(symbol);
  const names = operator ? expression.slice(1) : expression;
  return {
    operator: operator ?? (OPERATORS.get('') as Operator),
    variables: names.split(',').map((text) => parseVariable(template, text)),
  };
}

function parseVariable(template: string, text: string): Variable {
  const [, name, length, star] = /^([\w%-]+(?:\.[\w%-]+)*)(?::([1-9]\d{0,3})|(\*))?$/.exec(text) ?? [];
  if (name === undefined) throw refuse(template, `{${text}} names no variable`);
  return { name, exploded: star !== undefined, maxLength: length === undefined ? undefined : Number(length) };
}

/** `undefined` where a percent-encoding is malformed, or a value is longer than its prefix. */
function read(variables: readonly Variable[], captures: ReadonlyMap<string, readonly string[]>): Variables | undefined {
  const found: [string, string | string[]][] = [];
  for (const { name, exploded, maxLength } of variables) {
    const values = captures.get(name)?.map(decode);
    if (values?.some((value) => value === undefined || (maxLength !== undefined && [...value].length > maxLength))) {
      return undefined;
    }
    if (exploded) found.push([name, (values ?? []) as string[]]);
    else if (values) found.push([name, values[0] as string]);
  }
  return Object.fromEntries(found);
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

function refuse(template: string, problem: string): ServerError {
  return new ServerError('invalid_definition', `${JSON.stringify(template)} is no RFC 6570 template: ${problem}.`);
}
