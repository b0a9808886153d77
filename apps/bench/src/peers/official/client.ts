/** The official client as its documentation sets it up for 2026-07-28: the revision pinned, forms answered at once. */
import { Client } from '@modelcontextprotocol/client';
import { CLIENT_CAPABILITIES, CLIENT_INFO, PROTOCOL_VERSION } from '../../work/names.js';
import { SURVEY_ROUNDS } from '../../work/survey.js';

export function officialClient(answer: Record<string, string | number | boolean>): Client {
  const client = new Client(CLIENT_INFO, {
    versionNegotiation: { mode: { pin: PROTOCOL_VERSION } },
    capabilities: CLIENT_CAPABILITIES,
    inputRequired: { maxRounds: SURVEY_ROUNDS + 1 },
  });
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: answer }));
  return client;
}
