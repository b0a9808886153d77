/**
 * A tool: its arguments validated once, its function run, and whatever comes of it shaped into a result the model can read.
 *
 * Specification 2026-07-28, server/tools.
 */
import { checkParamHeaders, copyJson, type ParamHeader, paramHeaders } from '@mrtr/transport';
import { type InputRequiredResult, isInputRequired, ProtocolError, type Tool, type ToolAnnotations } from '@mrtr/types';
import type { RequestContext } from '../context.js';
import type { HandlerResult } from '../handlers.js';
import { toJsonSchema, toObjectSchema } from '../schema/json-schema.js';
import { describeIssues, type InferInput, type InferOutput, type StandardSchema } from '../schema/standard-schema.js';
import { ServerError } from '../server-error.js';
import { type AskContext, AskingContext, type AskParams } from './ask-context.js';
import { type Described, describe } from './definition.js';
import type { Listed } from './registry.js';
import { toolError, toolResult, type ToolContent, type ToolErrorResult } from './tool-result.js';

/** A schema whose output is an object of arguments. */
export type ArgumentsSchema = StandardSchema<unknown, object>;

/** A tool's declaration. */
export interface ToolDefinition<I extends ArgumentsSchema, O extends StandardSchema | undefined> extends Described {
  /** The arguments, as an object schema. Without it the tool takes none. */
  readonly input?: I | undefined;
  /** The structured result. With it the function returns that value, and the text is made of it. */
  readonly output?: O | undefined;
  /** Hints about what the tool does, for the client to show. */
  readonly annotations?: ToolAnnotations | undefined;
}

/** What a tool's function may return: text, content or a whole result, or an interim result that asks. */
export type ToolReturn = ToolContent | InputRequiredResult;

/** What the function of a tool with an `output` may return: that value, an error, or an interim result that asks. */
export type StructuredToolReturn<O extends StandardSchema> = InferInput<O> | ToolErrorResult | InputRequiredResult;

/**
 * A tool's function. It is chosen by `O` as a whole, since TypeScript then knows what it returns before it looks into it,
 * and takes `'a'` for `'a'` and not for any text.
 */
export type ToolFunction<I extends ArgumentsSchema, O extends StandardSchema | undefined, Lifespan> = [O] extends [
  StandardSchema,
]
  ? Run<I, StructuredToolReturn<O>, Lifespan>
  : Run<I, ToolReturn, Lifespan>;

type Run<I extends ArgumentsSchema, Return, Lifespan> = (
  input: [ArgumentsSchema] extends [I] ? Record<never, never> : InferOutput<I>,
  ctx: AskContext<Lifespan>,
) => Return | Promise<Return>;

/** What a call of the tool is made with. */
export interface ToolParams extends AskParams {
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
}

/** A registered tool. */
export interface RegisteredTool<Lifespan> extends Listed<Tool> {
  call(ctx: RequestContext<Lifespan>, params: ToolParams): Promise<HandlerResult<'tools/call'>>;
}

type AnyFunction<Lifespan> = (input: object, ctx: AskContext<Lifespan>) => unknown;

/** @throws {ServerError} `invalid_schema` for schemas that can't be listed. */
export function registerTool<Lifespan>(
  name: string,
  definition: ToolDefinition<ArgumentsSchema, StandardSchema | undefined>,
  run: AnyFunction<Lifespan>,
): RegisteredTool<Lifespan> {
  const { input, output } = definition;
  const listing = listTool(name, definition);
  const headers = planHeaders(listing);
  return {
    listing,
    async call(ctx, params) {
      if (headers.length > 0) checkHeaders(headers, ctx, params);
      const asking = new AskingContext(ctx, params);
      try {
        const args = input ? await validateInput(name, input, params.arguments ?? {}) : {};
        const returned = await run(args, asking);
        if (isInputRequired(returned)) return returned;
        return output ? await toolResult.structured(name, output, returned) : toolResult.content(name, returned);
      } catch (error) {
        return readableError(error);
      }
    },
  };
}

function listTool(name: string, definition: ToolDefinition<ArgumentsSchema, StandardSchema | undefined>): Tool {
  const { input, output, annotations } = definition;
  return {
    name,
    ...describe(definition),
    inputSchema: input
      ? toObjectSchema(input, 'input', `The input of tool ${JSON.stringify(name)}`)
      : { type: 'object' },
    ...(output && { outputSchema: toJsonSchema(output, 'output', `The output of tool ${JSON.stringify(name)}`) }),
    ...(annotations && { annotations }),
  };
}

/**
 * Which arguments travel in HTTP headers too.
 * @throws {ServerError} `invalid_schema` for an `x-mcp-header` that clients would have to refuse the tool for.
 */
function planHeaders({ name, inputSchema }: Tool): readonly ParamHeader[] {
  const plan = paramHeaders(inputSchema);
  if (!('reason' in plan)) return plan;
  throw new ServerError('invalid_schema', `Tool ${JSON.stringify(name)}, at ${plan.path.join('.')}: ${plan.reason}.`);
}

/** Headers and body must agree, on channels that have headers (basic/transports/streamable-http "Server Validation"). */
function checkHeaders(plan: readonly ParamHeader[], { headers }: RequestContext, params: ToolParams): void {
  const mismatch = headers && checkParamHeaders(plan, params.arguments, headers);
  if (mismatch !== undefined) throw ProtocolError.headerMismatch(mismatch);
}

/**
 * Arguments that don't fit are the model's to mend, so they are a tool error and not a protocol error (server/tools "Error
 * Handling"). A schema that validates in place would give the function the message itself, to which its state is bound.
 */
async function validateInput(
  name: string,
  input: ArgumentsSchema,
  args: Readonly<Record<string, unknown>>,
): Promise<object> {
  const checked = input['~standard'].validate(args);
  const result = checked instanceof Promise ? await checked : checked;
  if (result.issues)
    throw new Error(`Invalid arguments for tool ${JSON.stringify(name)}: ${describeIssues(result.issues)}`);
  return result.value === args ? copyJson(args) : result.value;
}

/** What the model can read of a failure. Errors for the client or for the server's author go their own way. */
function readableError(error: unknown): HandlerResult<'tools/call'> {
  if (error instanceof ProtocolError) throw error;
  if (error instanceof ServerError && error.code !== 'unfit_answer') throw error;
  return toolError(error instanceof Error ? error.message : typeof error === 'string' ? error : 'The tool failed.');
}
