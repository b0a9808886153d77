export { copyJson } from './copy-json.js';
export { correlate, type Correlator, type CorrelatorOptions, type StrayReason } from './correlate.js';
export { decodeHeaderValue, encodeHeaderValue } from './header-value.js';
export { MAX_JSON_DEPTH, nestsTooDeep } from './json-depth.js';
export { memoryTransport, type MemoryOptions } from './memory.js';
export { checkParamHeaders, encodeParamHeaders } from './param-headers.js';
export { paramHeaders, type InvalidAnnotation, type ParamHeader } from './param-plan.js';
export { readResponse } from './response.js';
export { TransportError, type TransportErrorCode } from './transport-error.js';
export type {
  AuthInfo,
  ClientPeer,
  ClientSession,
  Exchange,
  ExchangeInfo,
  Exchanger,
  HeaderReader,
  SendOptions,
  Session,
  SessionPeer,
  Transport,
} from './transport.js';
