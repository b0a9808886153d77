/** A server on the process's own streams, that does what its tools' names say. */
import { serveStdio } from '../../src/node-server.js';
import { exchangerOf } from '../support/exchanger.js';

const server = exchangerOf({
  pid: () => ({ pid: process.pid }),
  hang: () => new Promise(() => undefined),
  slow: () => new Promise((resolve) => void setTimeout(() => resolve({ slow: true }), 100)),
  big: () => ({ text: 'é'.repeat(2_000_000) }),
  log: () => {
    console.log('console.log: %d', 1);
    console.info('console.info');
    process.stdout.write('process.stdout.write\n');
    return {};
  },
});

const running = serveStdio(server, process.argv.includes('--unclaimed') ? { claimConsole: false } : {});
process.once('SIGTERM', () => void running.close());
await running.closed;
if (process.argv.includes('--report')) console.log('closed');
