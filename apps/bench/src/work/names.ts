/**
 * The words every implementation is measured with: one server name, one endpoint, one protocol revision. They live
 * in one place so that no side gets a shorter message than another.
 */
export const SERVER_INFO = { name: 'bookshop', version: '1.0.0' } as const;
export const CLIENT_INFO = { name: 'bench', version: '1.0.0' } as const;
export const PROTOCOL_VERSION = '2026-07-28';
export const ENDPOINT = '/mcp';

/** What the measured client declares: it can show a form. */
export const CLIENT_CAPABILITIES = { elicitation: { form: {} } } as const;

/** What every request of 2026-07-28 carries. */
export const REQUEST_META = {
  'io.modelcontextprotocol/protocolVersion': PROTOCOL_VERSION,
  'io.modelcontextprotocol/clientInfo': CLIENT_INFO,
  'io.modelcontextprotocol/clientCapabilities': CLIENT_CAPABILITIES,
};
