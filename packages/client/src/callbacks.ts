/**
 * The callbacks that answer a server's questions, and what each is told about the one it answers.
 *
 * Specification 2026-07-28, client/elicitation, client/sampling, client/roots.
 */
import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitRequestFormParams,
  ElicitRequestURLParams,
  ElicitResult,
  Implementation,
  InterimMethod,
  ListRootsResult,
  Root,
} from '@mrtr/types';

/** Who asks, for what, and how to know that the answer is no longer wanted. */
export interface Ask {
  /** The server as it names itself. Show it; don't trust it. */
  readonly server: Implementation | undefined;
  /** The method whose call needs the answer. */
  readonly method: InterimMethod;
  /** The name of the tool or prompt, or the URI of the resource. */
  readonly target: string;
  /** The arguments of the call, as it was made. A resource has none. */
  readonly arguments: Readonly<Record<string, unknown>> | undefined;
  /** The server's key for this question. */
  readonly key: string;
  /** The number of the round, from 1. */
  readonly round: number;
  /** Aborts when the answer is no longer wanted: the call was aborted, ran out of time, or another callback failed. */
  readonly signal: AbortSignal;
}

/**
 * What answers a server's questions. Registering a callback declares its capability. All questions of one round are
 * asked concurrently. A callback that throws ends the call; what it threw is the error's `cause` and is never sent.
 */
export interface Callbacks {
  /**
   * Fills in a form. Show who asks, and let the person decline or cancel. Accepted content is checked against the
   * requested schema before it is sent; fields left out take their defaults. Declares `elicitation.form`.
   */
  readonly onElicit?: ((params: ElicitRequestFormParams, ask: Ask) => ElicitResult | Promise<ElicitResult>) | undefined;
  /**
   * Offers to open a web page. Show the whole URL and its host, and open it only when the person agrees, in a browser
   * that neither you nor the model can look into. It is `http:` or `https:`, without credentials. Declares
   * `elicitation.url`.
   */
  readonly onElicitUrl?:
    ((params: ElicitRequestURLParams, ask: Ask) => ElicitResult | Promise<ElicitResult>) | undefined;
  /** Asks a model, after a person had a look. Declares `sampling`; for tools, add `capabilities: { sampling: { tools: {} } }`. */
  readonly onSample?:
    ((params: CreateMessageRequestParams, ask: Ask) => CreateMessageResult | Promise<CreateMessageResult>) | undefined;
  /** Lists the directories that the server may look at, as `file://` URIs. Declares `roots`. */
  readonly onListRoots?:
    ((ask: Ask) => ListRootsResult | readonly Root[] | Promise<ListRootsResult | readonly Root[]>) | undefined;
}
