export { serveStdio, type StdioServer } from './node-serve.js';
export type { ServeStdioOptions } from './node-server-options.js';
export type { Timers } from './timers.js';
