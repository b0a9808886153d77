/** The flow of twenty rounds on mrtr: the answers ride in the sealed state. */
import { elicit, inputRequired, McpServer } from '@mrtr/server';
import { SERVER_INFO } from '../../work/names.js';
import { SURVEY, SURVEY_ROUNDS, surveyed, surveyKey, surveyMessage } from '../../work/survey.js';

export function createSurveyServer(): McpServer {
  const server = new McpServer(SERVER_INFO);
  server.tool(SURVEY.tool, { description: SURVEY.description, input: SURVEY.input }, ({ topic }, ctx) => {
    const answers = ctx.requestState === undefined ? [] : (JSON.parse(ctx.requestState) as string[]);
    const given = ctx.answer(surveyKey(answers.length), SURVEY.question);
    if (given !== undefined) answers.push(given.answer);
    if (answers.length === SURVEY_ROUNDS) return surveyed(answers);
    return inputRequired(
      { [surveyKey(answers.length)]: elicit(surveyMessage(topic, answers.length), SURVEY.question) },
      { requestState: JSON.stringify(answers) },
    );
  });
  return server;
}
