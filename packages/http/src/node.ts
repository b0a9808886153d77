export type { AuthRefusalCode } from './auth-refusal.js';
export { AuthRefusal } from './auth-refusal.js';
export type { Allowed } from './hosts.js';
export { nodeListener, type NodeListener } from './node-listener.js';
export { type RunningServer, serve, type ServeOptions } from './node-serve.js';
export type { Authenticate, AuthRequest, HttpOptions } from './options.js';
export type { Timers } from './timers.js';
