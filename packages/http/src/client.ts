export type { HeaderRecord, HttpTransportOptions } from './client-options.js';
export { httpTransport } from './client-transport.js';
