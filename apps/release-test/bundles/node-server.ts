/** The smallest server that a user would run: a tool with a schema, over HTTP, on Node. For its size alone. */
import { serve } from '@mrtr/http/node';
import { elicit, inputRequired, McpServer } from '@mrtr/server';
import * as z from 'zod';

const Region = z.object({ region: z.enum(['eu', 'us']) });
const server = new McpServer({ name: 'provisioner', version: '1.0.0' });
server.tool('provision', { input: z.object({ name: z.string() }) }, ({ name }, ctx) => {
  const answer = ctx.answer('region', Region);
  return answer ? `${name} in ${answer.region}` : inputRequired({ region: elicit('Which region?', Region) });
});
void serve(server, { port: 8000 });
