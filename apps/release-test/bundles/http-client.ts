/** The smallest client that a user would run: a call over HTTP, its questions answered. For its size alone. */
import { Client } from '@mrtr/client';

export async function provision(name: string): Promise<unknown> {
  const client = await Client.connect('http://127.0.0.1:8000/mcp', {
    onElicit: () => ({ action: 'accept', content: { region: 'eu' } }),
  });
  return client.callTool('provision', { name });
}
