/** tmcp in memory on 2026-07-28: its sessionless client, which hands objects over by reference. */
import { InMemoryTransport } from '@tmcp/transport-in-memory';
import type { Looped } from '../../harness/subject.js';
import { GREET } from '../../work/greet.js';
import { growth } from '../../work/growth.js';
import { CLIENT_CAPABILITIES, CLIENT_INFO } from '../../work/names.js';
import { ORDER } from '../../work/order.js';
import { textOf } from '../../work/results.js';
import { SURVEY, SURVEY_ROUNDS } from '../../work/survey.js';
import { signedCodec } from './signed-codec.js';
import { addSurvey, createTmcpServer } from './tools.js';

const CLIENT = { clientCapabilities: CLIENT_CAPABILITIES, clientInfo: CLIENT_INFO };

export function call(): Looped {
  const client = new InMemoryTransport(createTmcpServer(2)).stateless(CLIENT);
  return {
    operation: async () => textOf(await client.callTool(GREET.tool, GREET.arguments)),
    expected: GREET.expected,
  };
}

export function flow(): Looped {
  const client = new InMemoryTransport(createTmcpServer(2)).stateless(CLIENT);
  const params = { name: ORDER.tool, arguments: ORDER.arguments };
  const respond = () => ({ action: 'accept', content: ORDER.answer });
  return {
    operation: async () => textOf(await client.requestWithInput('tools/call', params, respond)),
    expected: ORDER.expected,
  };
}

export async function longFlow(): Promise<Looped> {
  const lengths: number[] = [];
  const codec = signedCodec();
  const server = createTmcpServer(2, {
    decode: (token) => codec.decode(token),
    encode(state) {
      const token = codec.encode(state);
      lengths.push(token.length);
      return token;
    },
  });
  addSurvey(server);
  const client = new InMemoryTransport(server).stateless(CLIENT);
  const params = { name: SURVEY.tool, arguments: SURVEY.arguments };
  const respond = () => ({ action: 'accept', content: SURVEY.answer });
  const operation = async () => {
    lengths.length = 0;
    return textOf(await client.requestWithInput('tools/call', params, respond, { maxRounds: SURVEY_ROUNDS + 1 }));
  };
  await operation();
  return { operation, expected: SURVEY.expected, facts: growth(lengths) };
}
