/** A prompt: messages for the model, made of arguments that a person chose. Specification 2026-07-28, server/prompts. */
import {
  type ContentBlock,
  isInputRequired,
  type Prompt,
  type PromptArgument,
  type PromptMessage,
  ProtocolError,
} from '@mrtr/types';
import type { RequestContext } from '../context.js';
import type { Complete, HandlerResult } from '../handlers.js';
import { toObjectSchema } from '../schema/json-schema.js';
import { describeIssues, type StandardSchema } from '../schema/standard-schema.js';
import { ServerError } from '../server-error.js';
import type { AskParams } from './ask-context.js';
import { type BodyFunction, bodyOf, type Run } from './body.js';
import type { ResolveSettings } from '../resolve/resolve-round.js';
import type { InterimOf, Needs } from '../resolve/signature.js';
import { type Described, describe } from './definition.js';
import type { Listed } from './registry.js';
import { toldAsProtocolError } from './told.js';
import type { ArgumentsSchema, InputOf } from './tool.js';

/** A prompt's declaration. */
export interface PromptDefinition<I extends ArgumentsSchema, N extends Needs = Record<never, never>> extends Described {
  /** The arguments, all of them text on the wire, as an object schema. Without it the prompt takes none. */
  readonly input?: I | undefined;
  /** Parameters that resolvers fill before the function runs, by name. */
  readonly resolve?: N | undefined;
}

/** One message's text, several messages or a whole result; without resolvers also an interim result that asks. */
export type PromptReturn<N = Record<never, never>> =
  string | readonly PromptMessage[] | Complete<'prompts/get'> | InterimOf<N>;

/** A prompt's function. */
export type PromptFunction<I extends ArgumentsSchema, Lifespan, N = Record<never, never>> = BodyFunction<
  InputOf<I>,
  N,
  PromptReturn<N>,
  Lifespan
>;

/** A message from the user: text, or any content block. */
export function userMessage(content: string | ContentBlock): PromptMessage {
  return { role: 'user', content: typeof content === 'string' ? { type: 'text', text: content } : content };
}

/** A message from the assistant: text, or any content block. */
export function assistantMessage(content: string | ContentBlock): PromptMessage {
  return { ...userMessage(content), role: 'assistant' };
}

/** What a prompt is fetched with. */
export interface PromptParams extends AskParams {
  readonly arguments?: Readonly<Record<string, string>> | undefined;
}

/** A registered prompt. */
export interface RegisteredPrompt<Lifespan> extends Listed<Prompt> {
  get(ctx: RequestContext<Lifespan>, params: PromptParams): Promise<HandlerResult<'prompts/get'>>;
}

/**
 * @throws {ServerError} `invalid_schema` for a schema that can't be listed.
 * @throws {InvalidSignatureError} for resolvers that don't fit the prompt.
 */
export function registerPrompt<Lifespan>(
  name: string,
  definition: PromptDefinition<ArgumentsSchema, Needs>,
  run: Run,
  settings: ResolveSettings,
): RegisteredPrompt<Lifespan> {
  const { input, resolve } = definition;
  const promptArguments = input && argumentsOf(name, input);
  const args = new Set(promptArguments?.map((argument) => argument.name));
  const body = bodyOf(run, resolve, { target: `prompt ${JSON.stringify(name)}`, args }, settings);
  return {
    listing: { name, ...describe(definition), ...(promptArguments && { arguments: promptArguments }) },
    get: toldAsProtocolError(async (ctx: RequestContext<Lifespan>, params: PromptParams) => {
      const runBody = body(ctx as RequestContext<never>, params);
      const returned = await runBody(input ? await validateArguments(name, input, params.arguments ?? {}) : {});
      return isInputRequired(returned) ? returned : promptResult(name, returned);
    }),
  };
}

function argumentsOf(name: string, input: StandardSchema): PromptArgument[] {
  const schema = toObjectSchema(input, 'input', `The input of prompt ${JSON.stringify(name)}`);
  const required = new Set(schema['required'] as readonly string[] | undefined);
  const properties = (schema['properties'] ?? {}) as Record<string, { title?: string; description?: string }>;
  return Object.entries(properties).map(([argument, { title, description }]) => ({
    name: argument,
    ...(title === undefined ? undefined : { title }),
    ...(description === undefined ? undefined : { description }),
    required: required.has(argument),
  }));
}

async function validateArguments(name: string, input: ArgumentsSchema, args: object): Promise<object> {
  const checked = await input['~standard'].validate(args);
  if (checked.issues) {
    throw ProtocolError.invalidParams(
      `Invalid arguments for prompt ${JSON.stringify(name)}: ${describeIssues(checked.issues)}`,
    );
  }
  // A schema that validates in place would give the function the message itself, to which its state is bound.
  return checked.value === args ? { ...args } : checked.value;
}

function promptResult(name: string, returned: unknown): Complete<'prompts/get'> {
  if (typeof returned === 'string') return { messages: [userMessage(returned)] };
  if (Array.isArray(returned)) return { messages: returned as PromptMessage[] };
  if (Array.isArray((returned as Partial<Complete<'prompts/get'>> | null)?.messages))
    return returned as Complete<'prompts/get'>;
  throw new ServerError(
    'invalid_definition',
    `Prompt ${JSON.stringify(name)} returned neither text, messages nor a result.`,
  );
}
