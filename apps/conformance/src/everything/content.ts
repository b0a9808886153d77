/** Tools that give each kind of content. Specification 2026-07-28, server/tools "Tool Result". */
import type { McpServer } from '@mrtr/server';
import { PIXEL, SILENCE } from './media.js';

export function addContentTools(server: McpServer): void {
  server.tool('test_simple_text', { description: 'Gives a text' }, () => 'This is a simple text response for testing.');
  server.tool('test_image_content', { description: 'Gives an image' }, () => [
    { type: 'image', data: PIXEL, mimeType: 'image/png' },
  ]);
  server.tool('test_audio_content', { description: 'Gives a sound' }, () => [
    { type: 'audio', data: SILENCE, mimeType: 'audio/wav' },
  ]);
  server.tool('test_embedded_resource', { description: 'Gives a resource' }, () => [
    {
      type: 'resource',
      resource: {
        uri: 'test://embedded-resource',
        mimeType: 'text/plain',
        text: 'This is an embedded resource content.',
      },
    },
  ]);
  server.tool('test_multiple_content_types', { description: 'Gives a text, an image and a resource' }, () => [
    { type: 'text', text: 'Multiple content types test:' },
    { type: 'image', data: PIXEL, mimeType: 'image/png' },
    {
      type: 'resource',
      resource: {
        uri: 'test://mixed-content-resource',
        mimeType: 'application/json',
        text: JSON.stringify({ test: 'data', value: 123 }),
      },
    },
  ]);
  server.tool('test_error_handling', { description: 'Fails' }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
}
