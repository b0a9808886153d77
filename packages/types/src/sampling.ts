/**
 * Sampling: a server asks the client for a model's completion.
 *
 * Specification 2026-07-28, client/sampling. The whole feature is deprecated since this revision, and stays in it.
 */
import * as z from 'zod/mini';
import { AnyMapSchema } from './map-of.js';
import { RoleSchema } from './annotations.js';
import { AudioContentSchema, ContentBlockSchema, ImageContentSchema, TextContentSchema } from './content.js';
import type { AudioContent, ImageContent, TextContent } from './content.js';
import { FractionSchema, IntegerSchema } from './numbers.js';
import { JsonObjectSchema } from './json.js';
import { MetaObjectSchema } from './meta.js';
import { ToolSchema } from './tool.js';

/** The model wants a tool called. */
export interface ToolUseContent extends z.infer<typeof ToolUseContentSchema> {}
export const ToolUseContentSchema = z.object({
  type: z.literal('tool_use'),
  /** Matches a tool result to this use. */
  id: z.string(),
  /** The tool to call. */
  name: z.string(),
  /** The arguments, by the tool's input schema. */
  input: AnyMapSchema,
  _meta: z.optional(MetaObjectSchema),
});

/** What a tool that the model wanted called gave. */
export interface ToolResultContent extends z.infer<typeof ToolResultContentSchema> {}
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

/** One block of a sampling message. */
export type SamplingMessageContentBlock =
  TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent;
export const SamplingMessageContentBlockSchema: z.ZodMiniType<SamplingMessageContentBlock> = z.discriminatedUnion(
  'type',
  [TextContentSchema, ImageContentSchema, AudioContentSchema, ToolUseContentSchema, ToolResultContentSchema],
);

/** A message to a model, or from one. */
export type SamplingMessage = z.infer<typeof SamplingMessageSchema>;
export const SamplingMessageSchema = z.object({
  role: RoleSchema,
  /** A user message that has tool results has nothing else. */
  content: z.union([SamplingMessageContentBlockSchema, z.array(SamplingMessageContentBlockSchema)]),
  _meta: z.optional(MetaObjectSchema),
});

/** A hint at a model. */
export type ModelHint = z.infer<typeof ModelHintSchema>;
export const ModelHintSchema = z.object({
  /** A part of a model's name (`sonnet`), which the client may map to another maker's like. */
  name: z.optional(z.string()),
});

const priority = z.optional(FractionSchema);

/** What the server would like of a model. Advice, no more. */
export type ModelPreferences = z.infer<typeof ModelPreferencesSchema>;
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

/** Whether the model may, must or must not use tools. */
export type ToolChoice = z.infer<typeof ToolChoiceSchema>;
export const ToolChoiceSchema = z.object({
  /** Default `auto`. */
  mode: z.optional(z.enum(['auto', 'required', 'none'])),
});

/** What to sample. */
export type CreateMessageRequestParams = z.infer<typeof CreateMessageRequestParamsSchema>;
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

/**
 * Asks the client for a completion; its user sees the request first and may change or refuse it.
 * @deprecated since 2026-07-28.
 */
export interface CreateMessageRequest extends z.infer<typeof CreateMessageRequestSchema> {}
export const CreateMessageRequestSchema = z.object({
  method: z.literal('sampling/createMessage'),
  params: CreateMessageRequestParamsSchema,
});

/** Why the model stopped; providers have reasons of their own. */
export type StopReason = 'endTurn' | 'stopSequence' | 'maxTokens' | 'toolUse' | (string & {});
const stopReason: z.ZodMiniType<StopReason> = z.string();

/**
 * What the model said.
 * @deprecated since 2026-07-28.
 */
export interface CreateMessageResult extends z.infer<typeof CreateMessageResultSchema> {}
export const CreateMessageResultSchema = z.extend(SamplingMessageSchema, {
  /** The model that answered. */
  model: z.string(),
  stopReason: z.optional(stopReason),
});
