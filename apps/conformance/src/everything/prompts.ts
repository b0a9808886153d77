/** Prompts of every kind, and the completion of an argument. Specification 2026-07-28, server/prompts, server/utilities/completion. */
import { elicit, inputRequired, type McpServer, userMessage } from '@mrtr/server';
import { z } from 'zod';
import { PIXEL } from './media.js';

const Context = z.object({ context: z.string() });

export function addPrompts(server: McpServer): void {
  server.prompt('test_simple_prompt', { description: 'One message' }, () => 'This is a simple prompt for testing.');

  server.prompt(
    'test_prompt_with_arguments',
    { description: 'A message of two arguments', input: z.object({ arg1: z.string(), arg2: z.string() }) },
    ({ arg1, arg2 }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
  );
  server.completion({ prompt: 'test_prompt_with_arguments' }, 'arg1', (value) =>
    ['testValue1', 'testValue2', 'other'].filter((candidate) => candidate.startsWith(value)),
  );

  server.prompt(
    'test_prompt_with_embedded_resource',
    { description: 'A message with a resource', input: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => [
      userMessage({
        type: 'resource',
        resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
      }),
      userMessage('Please process the embedded resource above.'),
    ],
  );

  server.prompt('test_prompt_with_image', { description: 'A message with an image' }, () => [
    userMessage({ type: 'image', data: PIXEL, mimeType: 'image/png' }),
    userMessage('Please analyze the image above.'),
  ]);

  server.prompt('test_input_required_result_prompt', { description: 'Asks before it is made' }, (_input, ctx) => {
    const answer = ctx.answer('user_context', Context);
    return answer
      ? `In this context: ${answer.context}`
      : inputRequired({ user_context: elicit('In which context?', Context) });
  });
}
