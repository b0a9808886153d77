/** The server of the demonstration: a tool, a prompt and a resource template, each of which has to ask before it can answer. */
import { elicit, inputRequired, type Logger, McpServer, toolError, userMessage } from '@mrtr/server';
import { z } from 'zod';

/** Where a database can run. */
export const regions = ['eu-west-1', 'us-east-1', 'ap-south-1'] as const;

const Region = z.object({ region: z.enum(regions) });
const Audience = z.object({ audience: z.enum(['engineers', 'executives', 'customers']) });
const Period = z.object({ period: z.enum(['this month', 'last month', 'this year']) });

const spent: Readonly<Record<string, string>> = { 'this month': '7 €', 'last month': '19 €', 'this year': '102 €' };

/** What a database costs today, in euros a month. Tomorrow it may be another price. */
const priceToday = (): string => '19';

/** Makes the server. Its `requestState` is sealed with a key of this process, as nothing else is said. */
export function provisioner(logger: Logger): McpServer {
  const server = new McpServer({ name: 'provisioner', version: '1.0.0' }, { logger });

  server.tool(
    'provision',
    { description: 'Set up a database', input: z.object({ name: z.string() }) },
    ({ name }, ctx) => {
      // The price that was shown is the price that is charged, however long the person thinks.
      const price = ctx.requestState ?? priceToday();
      const answer = ctx.answer('region', Region);
      if (answer) return `${name} runs in ${answer.region}, for ${price} € a month, as was shown.`;
      if (ctx.response('region').kind !== 'missing') return toolError('No region was chosen: nothing is set up.');
      const question = elicit(`Where should ${name} run, for ${price} € a month?`, Region);
      return inputRequired({ region: question }, { requestState: price });
    },
  );

  server.prompt(
    'briefing',
    { description: 'A briefing tuned to its audience', input: z.object({ name: z.string() }) },
    ({ name }, ctx) => {
      const answer = ctx.answer('audience', Audience);
      if (!answer) return inputRequired({ audience: elicit('Who is the briefing for?', Audience) });
      return [userMessage(`Write a briefing on the database ${name} for ${answer.audience}.`)];
    },
  );

  server.resource('costs://{name}', { description: 'What a database has cost' }, ({ name }, ctx) => {
    const answer = ctx.answer('period', Period);
    if (!answer) return inputRequired({ period: elicit('The costs of which period?', Period) });
    return `${name}: ${spent[answer.period]} ${answer.period}.`;
  });

  return server;
}
