/** An MCP client that runs the rounds of a call, or lets its caller run them. Every public name stands here. */
export type { CallParams } from './call-params.js';
export type { Ask, Callbacks } from './callbacks.js';
export { Client, type PageParams } from './client.js';
export { ClientError, type ClientErrorCode, type ClientErrorDetails } from './client-error.js';
export type { Clock } from './clock.js';
export type { CustomRequestOptions } from './custom-result.js';
export type { ClientLogEntry, ClientLogEvent, ClientLogger } from './logger.js';
export type { ListenOptions, Subscription } from './live-subscription.js';
export type { Listeners, Progress } from './notifications.js';
export type { CallOptions, ClientOptions, LegOptions, OnRound, RoundEvent, WaitingOptions } from './options.js';
export type { AnyPendingCall, PendingCall, PendingRound } from './pending-call.js';
export type { SavedCall } from './saved-call.js';
export type { FinalLegOptions, InterimLegOptions, Session, SingleLegOptions } from './session.js';
export type { StandardResult, StandardSchema } from './standard-schema.js';
export type { ReconnectEvent, ReconnectOptions } from './reconnect.js';
export type { SubscriptionStream } from './subscription.js';
export type { SubscriptionEvent } from './subscription-event.js';
export type { Target } from './target.js';
