/** A whole HTTP client on the official SDK: connects, answers a form, calls a tool. Bundled, not run. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { CLIENT_CAPABILITIES, CLIENT_INFO, PROTOCOL_VERSION } from '../../work/names.js';

export async function order(url: string, title: string, copies: number): Promise<unknown> {
  const client = new Client(CLIENT_INFO, {
    versionNegotiation: { mode: { pin: PROTOCOL_VERSION } },
    capabilities: CLIENT_CAPABILITIES,
  });
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { confirm: true, copies } }));
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const result = await client.callTool({ name: 'order_book', arguments: { title } });
  await client.close();
  return result;
}
