/**
 * The server that the official conformance suite is run against: one endpoint for both eras, built from our public API alone.
 * What each tool, prompt and resource has to do is the suite's to say; its names are kept.
 */
import { McpServer } from '@mrtr/server';
import { addAskingTools } from './asking.js';
import { addChanges } from './changes.js';
import { addContentTools } from './content.js';
import { addPrompts } from './prompts.js';
import { addReporting } from './reporting.js';
import { addResources } from './resources.js';
import { addRounds } from './rounds.js';
import { addSchemas } from './schemas.js';

/** Makes the server. */
export function everythingServer(): McpServer {
  const server = new McpServer(
    { name: 'mrtr-everything', version: '1.0.0' },
    { legacyShim: true, instructions: 'Call what you like; nothing here does anything.' },
  );
  addContentTools(server);
  addReporting(server);
  addAskingTools(server);
  addRounds(server);
  addSchemas(server);
  addChanges(server);
  addPrompts(server);
  addResources(server);
  return server;
}
