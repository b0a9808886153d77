/** Resources: text, bytes, a template, and one to watch. Specification 2026-07-28, server/resources. */
import type { McpServer } from '@mrtr/server';
import { PIXEL } from './media.js';

export function addResources(server: McpServer): void {
  server.resource(
    'test://static-text',
    { name: 'Static text', description: 'A text that never changes', mimeType: 'text/plain' },
    () => 'This is the content of the static text resource.',
  );
  server.resource(
    'test://static-binary',
    { name: 'Static bytes', description: 'One pixel', mimeType: 'image/png' },
    () => Buffer.from(PIXEL, 'base64'),
  );
  server.resource(
    'test://template/{id}/data',
    { name: 'Data by id', description: 'Data made of an id', mimeType: 'application/json' },
    ({ id }) => JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
  );
  server.resource(
    'test://watched-resource',
    { name: 'Watched', description: 'A resource to subscribe to', mimeType: 'text/plain' },
    () => 'Somebody may be watching.',
  );
}
