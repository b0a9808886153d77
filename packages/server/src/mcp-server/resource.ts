/**
 * Resources: static ones under a fixed URI, and templates, whose function gets the URI's variables and may ask.
 *
 * Specification 2026-07-28, server/resources.
 */
import {
  type Annotations,
  type BlobResourceContents,
  isInputRequired,
  ProtocolError,
  type Resource,
  type ResourceTemplate,
  type TextResourceContents,
} from '@mrtr/types';
import type { RequestContext } from '../context.js';
import type { CacheHints } from '../finish.js';
import type { Complete, HandlerResult } from '../handlers.js';
import { ServerError } from '../server-error.js';
import type { AskParams } from './ask-context.js';
import { type BodyFunction, bodyOf, type Run } from './body.js';
import { InvalidSignatureError } from '../resolve/invalid-signature.js';
import type { ResolveSettings } from '../resolve/resolve-round.js';
import type { InterimOf, Needs, NoneOf, ResolveProblems } from '../resolve/signature.js';
import { toldAsProtocolError } from './told.js';
import { type Described, describe } from './definition.js';
import type { Listed } from './registry.js';
import { uriTemplate, type Variables, type VariablesOf } from './uri-template.js';

/** A resource's or template's declaration. */
export interface ResourceDefinition<N extends Needs = Record<never, never>> extends Described {
  /** What it is called in lists. Default: the URI or the template. */
  readonly name?: string | undefined;
  /** The type of what is read, where the function does not say. */
  readonly mimeType?: string | undefined;
  readonly annotations?: Annotations | undefined;
  /** Bytes, for static resources whose size is known. */
  readonly size?: number | undefined;
  /** Cache hints for what is read. Default: the server's. */
  readonly cache?: CacheHints | undefined;
  /** For templates: parameters that resolvers fill before the function runs, by name. */
  readonly resolve?: N | undefined;
}

/** Text, bytes, contents, or a whole result; `undefined` where there is no such resource. */
export type ResourceReturn =
  | string
  | Uint8Array
  | readonly (TextResourceContents | BlobResourceContents)[]
  | Complete<'resources/read'>
  | undefined;

/** A static resource's function. It takes nothing and can't ask. */
export type ResourceFunction = () => ResourceReturn | Promise<ResourceReturn>;

/** A template's function: the variables of the URI, percent-decoded. Check them like any input: they may hold `..` or a slash. */
export type TemplateFunction<V, Lifespan, N = Record<never, never>> = BodyFunction<
  V,
  N,
  ResourceReturn | InterimOf<N>,
  Lifespan
>;

/** The function for a URI or a template, by its literal type; where that tells nothing, it may be either. */
export type ReadFunction<U extends string, Lifespan, N = Record<never, never>> = string extends U
  ? TemplateFunction<Variables, Lifespan, N>
  : U extends `${string}{${string}`
    ? TemplateFunction<VariablesOf<U>, Lifespan, N>
    : ResourceFunction;

/** What is wrong with the resolvers of a URI or a template, as a type. */
export type ReadProblems<U extends string, N, Lifespan> = string extends U
  ? ResolveProblems<Variables, N, Lifespan>
  : U extends `${string}{${string}`
    ? ResolveProblems<VariablesOf<U>, N, Lifespan>
    : NoneOf<N> extends true
      ? unknown
      : { readonly resolve: "a resource under a fixed URI can't ask: give its URI a {variable}" };

/** What a resource is read with. */
export interface ReadParams extends AskParams {
  readonly uri: string;
}

/** A registered static resource. */
export interface RegisteredResource extends Listed<Resource> {
  read(): Promise<Complete<'resources/read'>>;
}

/** A registered template. */
export interface RegisteredTemplate<Lifespan> extends Listed<ResourceTemplate> {
  readonly names: readonly string[];
  match(uri: string): Variables | undefined;
  read(
    variables: Variables,
    ctx: RequestContext<Lifespan>,
    params: ReadParams,
  ): Promise<HandlerResult<'resources/read'>>;
}

/**
 * @throws {ServerError} `invalid_definition` for a URI that is not absolute.
 * @throws {InvalidSignatureError} for resolvers, which only templates have.
 */
export function registerResource(
  uri: string,
  definition: ResourceDefinition<Needs>,
  read: ResourceFunction,
): RegisteredResource {
  if (!/^[A-Za-z][A-Za-z0-9+.-]*:/.test(uri)) {
    throw new ServerError(
      'invalid_definition',
      `${JSON.stringify(uri)} is no absolute URI; give it a scheme, such as "notes://today".`,
    );
  }
  const { size, resolve = {} } = definition;
  const [parameter] = Object.keys(resolve);
  if (parameter !== undefined) {
    throw new InvalidSignatureError({
      target: `resource ${JSON.stringify(uri)}`,
      parameter,
      path: [parameter],
      problem: "can't ask for a resource under a fixed URI. Give the URI a {variable}.",
    });
  }
  return {
    listing: { uri, ...list(uri, definition), ...(size === undefined ? undefined : { size }) },
    async read() {
      const returned: unknown = await read();
      if (isInputRequired(returned)) {
        throw new ServerError(
          'invalid_interim_result',
          `The static resource ${JSON.stringify(uri)} can't ask; make it a template.`,
        );
      }
      return contents(uri, definition, returned as ResourceReturn);
    },
  };
}

/**
 * @throws {ServerError} `invalid_definition` for a template that can't be parsed.
 * @throws {InvalidSignatureError} for resolvers that don't fit the template.
 */
export function registerTemplate<Lifespan>(
  template: string,
  definition: ResourceDefinition<Needs>,
  read: Run,
  settings: ResolveSettings,
): RegisteredTemplate<Lifespan> {
  const { names, match } = uriTemplate(template);
  const target = `resource template ${JSON.stringify(template)}`;
  const body = bodyOf(read, definition.resolve, { target, args: new Set(names) }, settings);
  return {
    names,
    match,
    listing: { uriTemplate: template, ...list(template, definition) },
    read: toldAsProtocolError(async (variables: Variables, ctx: RequestContext<Lifespan>, params: ReadParams) => {
      const returned = await body(ctx as RequestContext<never>, params)(variables);
      return isInputRequired(returned) ? returned : contents(params.uri, definition, returned as ResourceReturn);
    }),
  };
}

function list(uri: string, definition: ResourceDefinition<Needs>): Pick<Resource, 'name' | 'mimeType' | 'annotations'> {
  const { name = uri, mimeType, annotations } = definition;
  return {
    name,
    ...describe(definition),
    ...(mimeType === undefined ? undefined : { mimeType }),
    ...(annotations === undefined ? undefined : { annotations }),
  };
}

function contents(
  uri: string,
  { mimeType, cache }: ResourceDefinition<Needs>,
  returned: ResourceReturn,
): Complete<'resources/read'> {
  if (returned === undefined) throw ProtocolError.resourceNotFound(uri);
  const about = { uri, ...(mimeType === undefined ? undefined : { mimeType }) };
  if (typeof returned === 'string') return { ...cache, contents: [{ ...about, text: returned }] };
  if (returned instanceof Uint8Array) return { ...cache, contents: [{ ...about, blob: toBase64(returned) }] };
  if (Array.isArray(returned))
    return { ...cache, contents: returned as (TextResourceContents | BlobResourceContents)[] };
  if (!Array.isArray((returned as Partial<Complete<'resources/read'>> | null)?.contents)) {
    throw new ServerError(
      'invalid_definition',
      `The resource ${JSON.stringify(uri)} returned neither text, bytes, contents nor a result.`,
    );
  }
  return { ...cache, ...(returned as Complete<'resources/read'>) };
}

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(binary);
}
