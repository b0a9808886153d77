/** A program that has nothing but `@mrtr/client`: calls a tool over a transport of its own and answers what is asked. */
import { Client } from '@mrtr/client';
import type { Transport } from '@mrtr/transport';

const methods: string[] = [];

const transport: Transport = {
  send(request) {
    methods.push(request.method);
    const answered = request.params?.['inputResponses'] !== undefined;
    const result = answered
      ? {
          resultType: 'complete',
          content: [{ type: 'text', text: JSON.stringify(request.params?.['inputResponses']) }],
        }
      : {
          resultType: 'input_required',
          requestState: 'opaque',
          inputRequests: {
            region: {
              method: 'elicitation/create',
              params: {
                mode: 'form',
                message: 'Which region?',
                requestedSchema: { type: 'object', properties: { region: { type: 'string' } }, required: ['region'] },
              },
            },
          },
        };
    return Promise.resolve({ jsonrpc: '2.0', id: request.id, result });
  },
  close: () => Promise.resolve(),
};

const client = new Client(transport, {
  onElicit: ({ message }) => ({ action: 'accept', content: { region: `${message.length}` } }),
});
const result = await client.callTool('provision', { name: 'orders' });
const [block] = result.content;
if (block?.type !== 'text' || !block.text.includes('"region":"13"')) {
  throw new Error(`The call came to ${JSON.stringify(result)}.`);
}
if (methods.join() !== 'tools/call,tools/call') throw new Error(`Sent ${methods.join()}.`);
await client.close();

console.log('called');
