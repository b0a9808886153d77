/** mrtr in memory: the client on the server, every message copied between them. */
import { Client } from '@mrtr/client';
import type { Looped } from '../../harness/subject.js';
import { GREET } from '../../work/greet.js';
import { growth } from '../../work/growth.js';
import { CLIENT_INFO } from '../../work/names.js';
import { ORDER } from '../../work/order.js';
import { textOf } from '../../work/results.js';
import { SURVEY, SURVEY_ROUNDS } from '../../work/survey.js';
import { createSurveyServer } from './survey.js';
import { createServer } from './tools.js';

export function call(): Looped {
  const client = createClient();
  return {
    operation: async () => textOf(await client.callTool(GREET.tool, GREET.arguments)),
    expected: GREET.expected,
  };
}

export function flow(): Looped {
  const client = createClient();
  return {
    operation: async () => textOf(await client.callTool(ORDER.tool, ORDER.arguments)),
    expected: ORDER.expected,
  };
}

export async function longFlow(): Promise<Looped> {
  const client = new Client(createSurveyServer(), {
    info: CLIENT_INFO,
    inputRequiredMaxRounds: SURVEY_ROUNDS,
    onElicit: () => ({ action: 'accept', content: SURVEY.answer }),
  });
  const lengths: number[] = [];
  await client.callTool(SURVEY.tool, SURVEY.arguments, {
    onRound: ({ requestState = '' }) => lengths.push(requestState.length),
  });
  return {
    operation: async () => textOf(await client.callTool(SURVEY.tool, SURVEY.arguments)),
    expected: SURVEY.expected,
    facts: growth(lengths),
  };
}

function createClient(): Client {
  return new Client(createServer(2), {
    info: CLIENT_INFO,
    onElicit: () => ({ action: 'accept', content: ORDER.answer }),
  });
}
