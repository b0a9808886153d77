/**
 * A call between two rounds, as JSON: all that another process needs to go on with it, and nothing secret of the
 * client's. The state in it is the server's, to be kept as carefully as a session cookie.
 *
 * Specification 2026-07-28, basic/patterns/mrtr "Basic Workflow".
 */
import type { InputRequests, InterimMethod } from '@mrtr/types';
import type { CallParams } from './call-params.js';

/** A saved call. Plain JSON. */
export interface SavedCall<M extends InterimMethod = InterimMethod> {
  /** The version of this format. */
  readonly version: 1;
  readonly method: M;
  readonly params: CallParams<M>;
  /** The round that is open; 0 before the first request was sent. */
  readonly round: number;
  /** What the server asks in that round; absent where it asks nothing. */
  readonly inputRequests?: InputRequests;
  /** The server's state, exactly as it came; absent where none came. */
  readonly requestState?: string;
}
