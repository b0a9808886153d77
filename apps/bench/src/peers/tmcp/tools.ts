/**
 * The measured tools on tmcp: one long-lived server, its zod adapter, questions by `server.elicitation` in handlers
 * marked replayable. tmcp ships no codec for the state, so it gets the one its documentation asks for, in
 * `signed-codec.ts`.
 */
import { ZodJsonSchemaAdapter } from '@tmcp/adapter-zod';
import { McpServer } from 'tmcp';
import { tool } from 'tmcp/utils';
import { fillerText, fillerTools } from '../../work/filler.js';
import { GREET, greeting } from '../../work/greet.js';
import { SERVER_INFO } from '../../work/names.js';
import { ORDER, orderMessage, ordered, type OrderState } from '../../work/order.js';
import { SURVEY, SURVEY_ROUNDS, surveyed, surveyKey, surveyMessage } from '../../work/survey.js';
import { signedCodec, type TmcpCodec } from './signed-codec.js';

export function createTmcpServer(tools: number, codec: TmcpCodec = signedCodec()) {
  const server = new McpServer(SERVER_INFO, {
    adapter: new ZodJsonSchemaAdapter(),
    capabilities: { tools: {} },
    requestStateCodec: codec,
  });
  server.tool({ name: GREET.tool, description: GREET.description, schema: GREET.input }, ({ name }) =>
    tool.text(greeting(name)),
  );
  server.tool(
    { name: ORDER.tool, description: ORDER.description, schema: ORDER.input, replayable: true },
    async ({ title }) => {
      const state = server.ctx.requestState as OrderState | undefined;
      if (state === undefined) server.setRequestState(ORDER.state);
      const answer = await server.elicitation(orderMessage(title), ORDER.question, { key: ORDER.key });
      if (answer.action !== 'accept' || answer.content === undefined || state === undefined)
        return tool.error('No order');
      return tool.text(ordered(title, answer.content.copies, state));
    },
  );
  for (const { name, description, input } of fillerTools(tools - 2)) {
    server.tool({ name, description, schema: input }, ({ query }) => tool.text(fillerText(query)));
  }
  return server;
}

/** tmcp keeps the answers of earlier rounds itself, so the handler is a loop. */
export function addSurvey(server: ReturnType<typeof createTmcpServer>): void {
  server.tool(
    { name: SURVEY.tool, description: SURVEY.description, schema: SURVEY.input, replayable: true },
    async ({ topic }) => {
      const answers: string[] = [];
      while (answers.length < SURVEY_ROUNDS) {
        const key = surveyKey(answers.length);
        const given = await server.elicitation(surveyMessage(topic, answers.length), SURVEY.question, { key });
        if (given.action !== 'accept' || given.content === undefined) return tool.error('No answer');
        answers.push(given.content.answer);
      }
      return tool.text(surveyed(answers));
    },
  );
}
