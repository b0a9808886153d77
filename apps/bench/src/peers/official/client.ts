/** The official client as its documentation sets it up for 2026-07-28: the revision pinned, forms answered at once. */
import { Client } from '@modelcontextprotocol/client';
import { CLIENT_CAPABILITIES, CLIENT_INFO, PROTOCOL_VERSION } from '../../work/names.js';
import { SURVEY_ROUNDS } from '../../work/survey.js';

type Content = Record<string, string | number | boolean>;

/** @param answer what every form is filled in with, or what it is by the message of the form. */
export function officialClient(answer: Content | ((message: string) => Content)): Client {
  const client = new Client(CLIENT_INFO, {
    versionNegotiation: { mode: { pin: PROTOCOL_VERSION } },
    capabilities: CLIENT_CAPABILITIES,
    inputRequired: { maxRounds: SURVEY_ROUNDS + 1 },
  });
  const contentOf = typeof answer === 'function' ? answer : () => answer;
  client.setRequestHandler('elicitation/create', ({ params }) => ({
    action: 'accept',
    content: contentOf(params.message),
  }));
  return client;
}
