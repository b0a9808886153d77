/** A client that starts a server, has it work, and prints the server's process id. It goes on until it is killed. */
import { stdioTransport } from '../../src/node-client.js';
import { program } from '../support/children.js';
import { callOf } from '../support/messages.js';

const transport = stdioTransport(program('server.ts'));
const response = await transport.send(callOf('pid', 1));
if (process.argv.includes('--busy')) transport.send(callOf('hang', 2)).catch(() => undefined);
console.log(JSON.stringify(response));
