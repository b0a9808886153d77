/**
 * What a person, a model and a client answer, in one word each.
 *
 * Specification 2026-07-28, client/elicitation "Response Actions", client/sampling, client/roots.
 */
import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitRequestParams,
  ElicitResult,
  ListRootsResult,
  Root,
} from '@mrtr/types';

/** What is told with a question. `Ask` of `@mrtr/client` is one. */
export interface ScriptedAsk {
  /** The server's key for the question. */
  readonly key: string;
  /** The number of the round in its call, from 1. */
  readonly round: number;
  /** The name of the tool or prompt, or the URI of the resource, whose call needs the answer. */
  readonly target: string;
  /** The arguments of that call. A resource has none. */
  readonly arguments: Readonly<Record<string, unknown>> | undefined;
  /** Aborts when the answer is no longer wanted. */
  readonly signal: AbortSignal;
}

/** A person who answers by what is asked. `params.mode` is `'url'` for a page, and for a form it is not. */
export type ScriptedPerson = (params: ElicitRequestParams, ask: ScriptedAsk) => ElicitResult | Promise<ElicitResult>;

/** What a model writes: a text, or the whole result. */
export type Sample = string | CreateMessageResult;

/** A model that answers by what it is given. {@link sampled} makes it. */
export interface ScriptedModel {
  /** Makes the sample of what is asked for. */
  readonly sample: (params: CreateMessageRequestParams, ask: ScriptedAsk) => Sample | Promise<Sample>;
}

/** The person agrees: a form filled in with `content`, or a page opened. */
export function accept(content?: ElicitResult['content']): ElicitResult {
  return content === undefined ? { action: 'accept' } : { action: 'accept', content };
}

/** The person says no. */
export function decline(): ElicitResult {
  return { action: 'decline' };
}

/** The person puts it away without a choice. */
export function cancel(): ElicitResult {
  return { action: 'cancel' };
}

/**
 * The client's model writes a text, or gives the result that you give. A function makes either of what the model is given.
 *
 * @example
 * scripted({ summary: sampled('Sand.'), title: sampled(({ maxTokens }) => `In ${maxTokens} tokens: Dune`) });
 */
export function sampled(sample: Sample): CreateMessageResult;
export function sampled(sample: ScriptedModel['sample']): ScriptedModel;
export function sampled(sample: Sample | ScriptedModel['sample']): CreateMessageResult | ScriptedModel {
  if (typeof sample === 'function') return { sample };
  if (typeof sample === 'object') return sample;
  return { role: 'assistant', model: 'scripted', content: { type: 'text', text: sample }, stopReason: 'endTurn' };
}

/** The client works in these folders: `file://` URIs, or roots with names. */
export function roots(folders: readonly (string | Root)[] = []): ListRootsResult {
  return { roots: folders.map((folder) => (typeof folder === 'string' ? { uri: folder } : folder)) };
}
