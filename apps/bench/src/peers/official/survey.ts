/** The flow of twenty rounds on the official SDK: the answers ride in the state that its codec signs. */
import {
  acceptedContent,
  createRequestStateCodec,
  inputRequired,
  McpServer,
  type CallToolResult,
  type InputRequiredResult,
} from '@modelcontextprotocol/server';
import { SERVER_INFO } from '../../work/names.js';
import { SURVEY, SURVEY_ROUNDS, surveyed, surveyKey, surveyMessage } from '../../work/survey.js';

/** @param minted sees each token, so that its growth can be told. */
export function surveyFactory(minted: (token: string) => void): () => McpServer {
  const codec = createRequestStateCodec<string[]>({ key: crypto.getRandomValues(new Uint8Array(32)) });
  return () => {
    const server = new McpServer(SERVER_INFO, { requestState: { verify: (token, ctx) => codec.verify(token, ctx) } });
    server.registerTool(
      SURVEY.tool,
      { description: SURVEY.description, inputSchema: SURVEY.input },
      async ({ topic }, ctx): Promise<CallToolResult | InputRequiredResult> => {
        const answers = ctx.mcpReq.requestState<string[]>() ?? [];
        const given = acceptedContent(ctx.mcpReq.inputResponses, surveyKey(answers.length), SURVEY.question);
        if (given !== undefined) answers.push(given.answer);
        if (answers.length === SURVEY_ROUNDS) return { content: [{ type: 'text', text: surveyed(answers) }] };
        const requestState = await codec.mint(answers);
        minted(requestState);
        return inputRequired({
          inputRequests: {
            [surveyKey(answers.length)]: inputRequired.elicit({
              message: surveyMessage(topic, answers.length),
              requestedSchema: SURVEY.question,
            }),
          },
          requestState,
        });
      },
    );
    return server;
  };
}
