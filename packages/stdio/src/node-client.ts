export type { UnreadableLine, UnreadableReason } from './message-reader.js';
export { connectStdio, type ConnectStdioOptions } from './node-connect.js';
export type { StdioConnection } from './node-connection.js';
export { defaultEnvironment, type Environment } from './node-environment.js';
export type { ShutdownTimes, StdioProcessOptions } from './node-process-options.js';
export { stdioTransport, type StdioStrayReason, type StdioTransportOptions } from './node-transport.js';
export type { Timers } from './timers.js';
