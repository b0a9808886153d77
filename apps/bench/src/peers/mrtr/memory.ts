/** mrtr in memory: the client on the server, every message copied between them. */
import { Client } from '@mrtr/client';
import type { Looped } from '../../harness/subject.js';
import { growth } from '../../work/growth.js';
import { CLIENT_INFO } from '../../work/names.js';
import { ORDER } from '../../work/order.js';
import { textOf } from '../../work/results.js';
import { SURVEY, SURVEY_ROUNDS } from '../../work/survey.js';
import { createSurveyServer } from './survey.js';
import { loopCalls, loopFlows } from './loops.js';
import { createServer } from './tools.js';

export const call = (): Looped => loopCalls(createClient());
export const flow = (): Looped => loopFlows(createClient());

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
