/**
 * Sampling: a server asks the client for a model's completion.
 *
 * Specification 2026-07-28, client/sampling. The whole feature is deprecated since this revision, and stays in it.
 */
import * as z from 'zod/mini';
import { RoleSchema } from './annotations.js';
import { AudioContentSchema, ContentBlockSchema, ImageContentSchema, TextContentSchema } from './content.js';
import type { AudioContent, ImageContent, TextContent } from './content.js';
import { IntegerSchema } from './integer.js';
import { JsonObjectSchema } from './json.js';
import { MetaObjectSchema } from './meta.js';
import { ToolSchema } from './tool.js';

/** The model wants a tool called. */
export const ToolUseContentSchema = z.object({
  type: z.literal('tool_use'),
  /** Matches a tool result to this use. */
  id: z.string(),
  /** The tool to call. */
  name: z.string(),
  /** The arguments, by the tool's input schema. */
  input: z.record(z.string(), z.unknown()),
  _meta: z.optional(MetaObjectSchema),
});
export type ToolUseContent = z.infer<typeof ToolUseContentSchema>;

/** What a tool that the model wanted called gave. */
export const ToolResultContentSchema = z.object({
  type: z.literal('tool_result'),
  /** The `id` of the tool use this answers. */
  toolUseId: z.string(),
  content: z.array(ContentBlockSchema),
  /** Any JSON value, by the tool's output schema where it has one. */
  structuredContent: z.optional(z.unknown()),
  /** The tool failed, and `content` says how. Default false. */
  isError: z.optional(z.boolean()),
  _meta: z.optional(MetaObjectSchema),
});
export type ToolResultContent = z.infer<typeof ToolResultContentSchema>;

/** One block of a sampling message. */
export type SamplingMessageContentBlock =
  TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent;
export const SamplingMessageContentBlockSchema: z.ZodMiniType<SamplingMessageContentBlock> = z.discriminatedUnion(
  'type',
  [TextContentSchema, ImageContentSchema, AudioContentSchema, ToolUseContentSchema, ToolResultContentSchema],
);

/** A message to a model, or from one. */
export const SamplingMessageSchema = z.object({
  role: RoleSchema,
  /** A user message that has tool results has nothing else. */
  content: z.union([SamplingMessageContentBlockSchema, z.array(SamplingMessageContentBlockSchema)]),
  _meta: z.optional(MetaObjectSchema),
});
export type SamplingMessage = z.infer<typeof SamplingMessageSchema>;

/** A hint at a model. */
export const ModelHintSchema = z.object({
  /** A part of a model's name (`sonnet`), which the client may map to another maker's like. */
  name: z.optional(z.string()),
});
export type ModelHint = z.infer<typeof ModelHintSchema>;

const priority = z.optional(z.number().check(z.gte(0), z.lte(1)));

/** What the server would like of a model. Advice, no more. */
export const ModelPreferencesSchema = z.object({
  /** Tried in order; they come before the priorities. */
  hints: z.optional(z.array(ModelHintSchema)),
  /** How much cost matters, from 0 to 1. */
  costPriority: priority,
  /** How much speed matters, from 0 to 1. */
  speedPriority: priority,
  /** How much intelligence matters, from 0 to 1. */
  intelligencePriority: priority,
});
export type ModelPreferences = z.infer<typeof ModelPreferencesSchema>;

/** Whether the model may, must or must not use tools. */
export const ToolChoiceSchema = z.object({
  /** Default `auto`. */
  mode: z.optional(z.enum(['auto', 'required', 'none'])),
});
export type ToolChoice = z.infer<typeof ToolChoiceSchema>;

/** What to sample. */
export const CreateMessageRequestParamsSchema = z.object({
  messages: z.array(SamplingMessageSchema),
  modelPreferences: z.optional(ModelPreferencesSchema),
  /** The client may change or drop it. */
  systemPrompt: z.optional(z.string()),
  /** Default `none`. The others are deprecated and need the client's `sampling.context`. */
  includeContext: z.optional(z.enum(['none', 'thisServer', 'allServers'])),
  temperature: z.optional(z.number()),
  /** The client never samples more tokens than this. */
  maxTokens: IntegerSchema,
  stopSequences: z.optional(z.array(z.string())),
  /** For the model's provider, in its own format. */
  metadata: z.optional(JsonObjectSchema),
  /** Tools for the model to use. Needs the client's `sampling.tools`. */
  tools: z.optional(z.array(ToolSchema)),
  /** How the model uses them. Needs the client's `sampling.tools`. */
  toolChoice: z.optional(ToolChoiceSchema),
});
export type CreateMessageRequestParams = z.infer<typeof CreateMessageRequestParamsSchema>;

const createMessageRequest = z.object({
  method: z.literal('sampling/createMessage'),
  params: CreateMessageRequestParamsSchema,
});
/**
 * Asks the client for a completion; its user sees the request first and may change or refuse it.
 * @deprecated since 2026-07-28.
 */
export interface CreateMessageRequest extends z.infer<typeof createMessageRequest> {}
export const CreateMessageRequestSchema: z.ZodMiniType<CreateMessageRequest> & typeof createMessageRequest =
  createMessageRequest;

/** Why the model stopped; providers have reasons of their own. */
export type StopReason = 'endTurn' | 'stopSequence' | 'maxTokens' | 'toolUse' | (string & {});
const stopReason: z.ZodMiniType<StopReason> = z.string();

const createMessageResult = z.object({
  ...SamplingMessageSchema.shape,
  /** The model that answered. */
  model: z.string(),
  stopReason: z.optional(stopReason),
});
/**
 * What the model said.
 * @deprecated since 2026-07-28.
 */
export interface CreateMessageResult extends z.infer<typeof createMessageResult> {}
export const CreateMessageResultSchema: z.ZodMiniType<CreateMessageResult> = createMessageResult;
