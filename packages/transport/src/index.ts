export { TransportError, type TransportErrorCode } from './transport-error.js';
export type { AuthInfo, Exchange, ExchangeInfo, Exchanger, HeaderReader, SendOptions, Transport } from './transport.js';
