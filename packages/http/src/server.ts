export type { AuthRefusalCode } from './auth-refusal.js';
export { AuthRefusal } from './auth-refusal.js';
export type { Allowed } from './hosts.js';
export type { Authenticate, AuthRequest, HttpOptions } from './options.js';
export type { Timers } from './timers.js';
export { httpHandler } from './web-handler.js';
