/**
 * Tools that ask in the middle of the call on older revisions, and in rounds on this one: declared once, as resolvers.
 *
 * Specification 2026-07-28 and 2025-11-25, client/elicitation, client/sampling.
 */
import { elicit, inputRequired, type McpServer, outcome, resolver, sample } from '@mrtr/server';
import { z } from 'zod';
import { CHOICES } from './choices.js';

const User = z.object({ username: z.string().optional(), email: z.string().optional() });

const Defaults = z.object({
  name: z.string().default('John Doe'),
  age: z.int().default(30),
  score: z.number().default(95.5),
  status: z.enum(['active', 'inactive', 'pending']).default('active'),
  verified: z.boolean().default(true),
});

export function addAskingTools(server: McpServer): void {
  const prompt = { prompt: z.string() };
  const answer = resolver({ args: prompt }, (given) =>
    sample({ messages: [{ role: 'user', content: { type: 'text', text: given.prompt } }], maxTokens: 100 }),
  );
  server.tool(
    'test_sampling',
    { description: 'Asks the model of the client', input: z.object(prompt), resolve: { answer } },
    ({ answer: { content } }) => `LLM response: ${JSON.stringify(content)}`,
  );

  const message = { message: z.string() };
  const user = resolver({ args: message }, (given) => elicit(given.message, User));
  server.tool(
    'test_elicitation',
    { description: 'Asks the person', input: z.object(message), resolve: { user: outcome(user) } },
    (given) => `User response: ${JSON.stringify(given.user)}`,
  );

  server.tool(
    'test_elicitation_sep1034_defaults',
    { description: 'Asks with defaults', resolve: { filled: outcome(elicit('Review and update', Defaults)) } },
    ({ filled }) => `Elicitation completed: ${JSON.stringify(filled)}`,
  );

  // By hand, since one of the choices is of a form that schemas have no word for any more.
  server.tool('test_elicitation_sep1330_enums', { description: 'Asks for choices of every form' }, (_input, ctx) => {
    const chosen = ctx.response('choices');
    if (chosen.kind === 'missing') return inputRequired({ choices: CHOICES });
    return `Elicitation completed: ${JSON.stringify(chosen)}`;
  });
}
