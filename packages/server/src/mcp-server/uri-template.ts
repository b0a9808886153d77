/**
 * Matching a URI against an RFC 6570 template, by a well-kept parser and one rule of our own: a match counts only if
 * expanding the template with the variables it found gives the URI back. So `{id}` never swallows a slash.
 *
 * Specification 2026-07-28, server/resources "Resource Templates".
 */
import parseTemplate from 'uri-templates';
import { ServerError } from '../server-error.js';

/** The variables of a match: text, or a list for one that is exploded (`{/path*}`). */
export type Variables = Readonly<Record<string, string | string[]>>;

/** The variables of a template, as far as its literal type tells. */
export type VariablesOf<Template extends string> = string extends Template
  ? Variables
  : { readonly [Name in NamesIn<Template> as BareName<Name>]: Name extends `${string}*` ? string[] : string };

type NamesIn<Template extends string> = Template extends `${string}{${infer Expression}}${infer Rest}`
  ? SplitNames<StripOperator<Expression>> | NamesIn<Rest>
  : never;
type StripOperator<Expression extends string> =
  Expression extends `${'+' | '#' | '.' | '/' | ';' | '?' | '&'}${infer Names}` ? Names : Expression;
type SplitNames<Names extends string> = Names extends `${infer Name},${infer Rest}` ? Name | SplitNames<Rest> : Names;
type BareName<Name extends string> = Name extends `${infer Bare}*` | `${infer Bare}:${number}` ? Bare : Name;

/** Longer URIs match nothing: they are an attack on the parser, not a resource. */
const MAX_URI_LENGTH = 65_536;

/** A parsed template. */
export interface UriTemplate {
  /** The names of its variables, in order. */
  readonly names: readonly string[];
  /** The variables that make the template this URI; `undefined` where there are none. */
  match(uri: string): Variables | undefined;
}

/** @throws {ServerError} `invalid_definition` for a template that can't be parsed. */
export function uriTemplate(template: string): UriTemplate {
  const parsed = parse(template);
  return {
    names: parsed.varNames,
    match(uri) {
      if (uri.length > MAX_URI_LENGTH) return undefined;
      try {
        const variables = parsed.fromUri(uri) as Variables | undefined;
        return variables && canonical(parsed.fill(variables as Record<string, string>)) === canonical(uri)
          ? variables
          : undefined;
      } catch {
        return undefined; // A malformed percent-encoding is no URI of ours.
      }
    },
  };
}

function parse(template: string): ReturnType<typeof parseTemplate> {
  try {
    return parseTemplate(template);
  } catch (cause) {
    throw new ServerError('invalid_definition', `${JSON.stringify(template)} is no RFC 6570 template.`, { cause });
  }
}

/** Percent-encodings of characters that mean the same unencoded (RFC 3986 §6.2.2), and of sub-delimiters, are undone. */
function canonical(uri: string): string {
  return uri.replace(/%[0-9a-fA-F]{2}/g, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[A-Za-z0-9\-._~!$&'()*+,;=:@]/.test(character) ? character : encoded.toUpperCase();
  });
}
