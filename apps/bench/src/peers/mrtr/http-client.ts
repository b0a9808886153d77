/** A whole HTTP client on mrtr: connects, answers a form, calls a tool. Bundled, not run. */
import { Client } from '@mrtr/client';
import { CLIENT_INFO } from '../../work/names.js';

export async function order(url: string, title: string, copies: number): Promise<unknown> {
  const client = await Client.connect(url, {
    info: CLIENT_INFO,
    onElicit: () => ({ action: 'accept', content: { confirm: true, copies } }),
  });
  const result = await client.callTool('order_book', { title });
  await client.close();
  return result;
}
