/**
 * A tool: its arguments validated once, its function run, and whatever comes of it shaped into a result the model can read.
 *
 * Specification 2026-07-28, server/tools.
 */
import { checkParamHeaders, copyJson, type ParamHeader, paramHeaders } from '@mrtr/transport';
import { isInputRequired, ProtocolError, type Tool, type ToolAnnotations } from '@mrtr/types';
import type { RequestContext } from '../context.js';
import type { HandlerResult } from '../handlers.js';
import { toJsonSchema, toObjectSchema } from '../schema/json-schema.js';
import { describeIssues, type InferInput, type InferOutput, type StandardSchema } from '../schema/standard-schema.js';
import { ServerError } from '../server-error.js';
import type { AskParams } from './ask-context.js';
import { asToolError } from './told.js';
import { type BodyFunction, bodyOf, type Run } from './body.js';
import type { Signature } from '../resolve/plan.js';
import { refuseInterimOutput } from '../resolve/refuse-interim-output.js';
import type { ResolveSettings } from '../resolve/resolve-round.js';
import type { InterimOf, Needs } from '../resolve/signature.js';
import { type Described, describe } from './definition.js';
import type { Listed } from './registry.js';
import { toolResult, type ToolContent, type ToolErrorResult } from './tool-result.js';

/** A schema whose output is an object of arguments. */
export type ArgumentsSchema = StandardSchema<unknown, object>;

/** A function's input, as its schema makes it; an empty object without a schema. */
export type InputOf<I extends ArgumentsSchema> = [ArgumentsSchema] extends [I] ? Record<never, never> : InferOutput<I>;

/** A tool's declaration. */
export interface ToolDefinition<
  I extends ArgumentsSchema,
  O extends StandardSchema | undefined,
  N extends Needs = Record<never, never>,
> extends Described {
  /** The arguments, as an object schema. Without it the tool takes none. */
  readonly input?: I | undefined;
  /** The structured result. With it the function returns that value, and the text is made of it. */
  readonly output?: O | undefined;
  /** Parameters that resolvers fill before the function runs, by name. The model never sees them. */
  readonly resolve?: N | undefined;
  /** Hints about what the tool does, for the client to show. */
  readonly annotations?: ToolAnnotations | undefined;
}

/** What a tool's function may return: text, content or a whole result; without resolvers also an interim result that asks. */
export type ToolReturn<N = Record<never, never>> = ToolContent | InterimOf<N>;

/** What the function of a tool with an `output` may return: that value or an error; without resolvers also an interim result. */
export type StructuredToolReturn<O extends StandardSchema, N = Record<never, never>> =
  InferInput<O> | ToolErrorResult | InterimOf<N>;

/**
 * A tool's function. It is chosen by `O` as a whole, since TypeScript then knows what it returns before it looks into it,
 * and takes `'a'` for `'a'` and not for any text.
 */
export type ToolFunction<
  I extends ArgumentsSchema,
  O extends StandardSchema | undefined,
  Lifespan,
  N = Record<never, never>,
> = [O] extends [StandardSchema]
  ? BodyFunction<InputOf<I>, N, StructuredToolReturn<O, N>, Lifespan>
  : BodyFunction<InputOf<I>, N, ToolReturn<N>, Lifespan>;

/** What a call of the tool is made with. */
export interface ToolParams extends AskParams {
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
}

/** A registered tool. */
export interface RegisteredTool<Lifespan> extends Listed<Tool> {
  call(ctx: RequestContext<Lifespan>, params: ToolParams): Promise<HandlerResult<'tools/call'>>;
}

/**
 * @throws {ServerError} `invalid_schema` for schemas that can't be listed.
 * @throws {InvalidSignatureError} for resolvers that don't fit the tool.
 */
export function registerTool<Lifespan>(
  name: string,
  definition: ToolDefinition<ArgumentsSchema, StandardSchema | undefined, Needs>,
  run: Run,
  settings: ResolveSettings,
): RegisteredTool<Lifespan> {
  const { input, output, resolve } = definition;
  const listing = listTool(name, definition);
  const headers = planHeaders(listing);
  const signature = signatureOf(listing);
  const body = bodyOf(run, resolve, signature, settings);
  const [parameter] = Object.keys(resolve ?? {});
  if (parameter !== undefined) refuseInterimOutput(signature.target, listing.outputSchema, parameter);
  return {
    listing,
    async call(ctx, params) {
      if (headers.length > 0) checkHeaders(headers, ctx, params);
      const runBody = body(ctx as RequestContext<never>, params);
      try {
        const args = input ? await validateInput(name, input, params.arguments ?? {}) : {};
        const returned = await runBody(args);
        if (isInputRequired(returned)) return returned;
        return output ? await toolResult.structured(name, output, returned) : toolResult.content(name, returned);
      } catch (error) {
        return asToolError(error);
      }
    },
  };
}

function signatureOf({ name, inputSchema }: Tool): Signature {
  return { target: `tool ${JSON.stringify(name)}`, args: new Set(Object.keys(inputSchema.properties ?? {})) };
}

function listTool(name: string, definition: ToolDefinition<ArgumentsSchema, StandardSchema | undefined, Needs>): Tool {
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
