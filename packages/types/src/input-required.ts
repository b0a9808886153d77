/**
 * The interim result: what a server still needs, and how the client's next request brings it.
 *
 * Specification 2026-07-28, basic/patterns/mrtr. Keys of both maps are the server's, and are data.
 */
import * as z from 'zod/mini';
import { type ElicitRequest, ElicitRequestSchema, type ElicitResult, ElicitResultSchema } from './elicitation.js';
import { checked } from './checked.js';
import { mapOf } from './map-of.js';
import { RequestParamsSchema, ResultMetaObjectSchema } from './meta.js';
import { type ListRootsRequest, ListRootsRequestSchema, type ListRootsResult, ListRootsResultSchema } from './roots.js';
import {
  type CreateMessageRequest,
  CreateMessageRequestSchema,
  type CreateMessageResult,
  CreateMessageResultSchema,
} from './sampling.js';

/** One thing that the server asks for, told apart by `method`. */
export type InputRequest = ElicitRequest | CreateMessageRequest | ListRootsRequest;
export const InputRequestSchema: z.ZodMiniType<InputRequest> = z.discriminatedUnion('method', [
  ElicitRequestSchema,
  CreateMessageRequestSchema,
  ListRootsRequestSchema,
]);

/** What the server asks for, under keys of its own. */
export type InputRequests = Record<string, InputRequest>;
export const InputRequestsSchema: z.ZodMiniType<InputRequests> = mapOf(InputRequestSchema);

/** One answer: the bare result of what was asked. Which kind it should be is known only from the question. */
export type InputResponse = ElicitResult | CreateMessageResult | ListRootsResult;
export const InputResponseSchema: z.ZodMiniType<InputResponse> = z.union([
  ElicitResultSchema,
  CreateMessageResultSchema,
  ListRootsResultSchema,
]);

/** The answers, under the keys of the questions. */
export type InputResponses = Record<string, InputResponse>;
export const InputResponsesSchema: z.ZodMiniType<InputResponses> = mapOf(InputResponseSchema);

/** An interim result. It has something to ask, a state to be given back, or both; never neither. */
export type InputRequiredResult = z.infer<typeof InputRequiredResultSchema>;
export const InputRequiredResultSchema = checked(
  z.object({
    _meta: z.optional(ResultMetaObjectSchema),
    /** This is no final result: answer, and call again. */
    resultType: z.literal('input_required'),
    inputRequests: z.optional(InputRequestsSchema),
    /** Opaque to the client, which sends it back exactly as it is. */
    requestState: z.optional(z.string()),
  }),
  z.refine<{ inputRequests?: InputRequests | undefined; requestState?: string | undefined }>(
    ({ inputRequests, requestState }) =>
      requestState !== undefined || (inputRequests !== undefined && Object.keys(inputRequests).length > 0),
    'An interim result needs at least one input request or a requestState',
  ),
);

/** The parameters of a request that may be the next round of an earlier one. */
export type InputResponseRequestParams = z.infer<typeof InputResponseRequestParamsSchema>;
export const InputResponseRequestParamsSchema = z.extend(RequestParamsSchema, {
  /** The answers to the questions of the last round. */
  inputResponses: z.optional(InputResponsesSchema),
  /** The state of the last round, exactly as it came; absent where none came. */
  requestState: z.optional(z.string()),
});

/** True for an interim result, by its `resultType` alone: its content is not checked here. */
export function isInputRequired(result: unknown): result is InputRequiredResult {
  return (result as { readonly resultType?: unknown } | null | undefined)?.resultType === 'input_required';
}
