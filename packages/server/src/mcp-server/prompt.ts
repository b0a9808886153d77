/** A prompt: messages for the model, made of arguments that a person chose. Specification 2026-07-28, server/prompts. */
import {
  type ContentBlock,
  type InputRequiredResult,
  isInputRequired,
  type Prompt,
  type PromptArgument,
  type PromptMessage,
  ProtocolError,
} from '@mrtr/types';
import type { RequestContext } from '../context.js';
import type { Complete, HandlerResult } from '../handlers.js';
import { toObjectSchema } from '../schema/json-schema.js';
import { describeIssues, type InferOutput, type StandardSchema } from '../schema/standard-schema.js';
import { ServerError } from '../server-error.js';
import { type AskContext, AskingContext, type AskParams } from './ask-context.js';
import { type Described, describe } from './definition.js';
import type { Listed } from './registry.js';
import type { ArgumentsSchema } from './tool.js';
import { unfitAnswerAsInvalidParams } from './unfit-answer.js';

/** A prompt's declaration. */
export interface PromptDefinition<I extends ArgumentsSchema> extends Described {
  /** The arguments, all of them text on the wire, as an object schema. Without it the prompt takes none. */
  readonly input?: I | undefined;
}

/** One message's text, several messages, a whole result, or an interim result that asks. */
export type PromptReturn = string | readonly PromptMessage[] | Complete<'prompts/get'> | InputRequiredResult;

/** A prompt's function. */
export type PromptFunction<I extends ArgumentsSchema, Lifespan> = (
  input: [ArgumentsSchema] extends [I] ? Record<never, never> : InferOutput<I>,
  ctx: AskContext<Lifespan>,
) => PromptReturn | Promise<PromptReturn>;

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

/** @throws {ServerError} `invalid_schema` for a schema that can't be listed. */
export function registerPrompt<Lifespan>(
  name: string,
  definition: PromptDefinition<ArgumentsSchema>,
  run: (input: object, ctx: AskContext<Lifespan>) => unknown,
): RegisteredPrompt<Lifespan> {
  const { input } = definition;
  const promptArguments = input && argumentsOf(name, input);
  return {
    listing: { name, ...describe(definition), ...(promptArguments && { arguments: promptArguments }) },
    get: unfitAnswerAsInvalidParams(async (ctx: RequestContext<Lifespan>, params: PromptParams) => {
      const asking = new AskingContext(ctx, params);
      const args = input ? await validateArguments(name, input, params.arguments ?? {}) : {};
      const returned = await run(args, asking);
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
