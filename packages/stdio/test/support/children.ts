/** Servers as child processes: small scripts that behave in one way, well or badly. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { connectStdio, stdioTransport, type StdioTransportOptions } from '../../src/node-client.js';

/** What every script can use: `say` a message, `onMessage`, `respond` to a request. */
const PRELUDE = `
  import { createInterface } from 'node:readline';
  const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
  const respond = ({ id }, result = {}) => say({ jsonrpc: '2.0', id, result });
  const onMessage = (take) => createInterface({ input: process.stdin }).on('line', (line) => take(JSON.parse(line)));
`;

/** How to run a script that has `say`, `respond` and `onMessage`. */
export function script(source: string): { readonly command: string; readonly args: readonly string[] } {
  return { command: process.execPath, args: ['--input-type=module', '--eval', PRELUDE + source] };
}

/** A transport to a script. */
export function transportTo(source: string, options: Partial<StdioTransportOptions> = {}) {
  return stdioTransport({ ...script(source), stderr: 'ignore', ...options });
}

/** A connection to a script, and what it said. */
export function connectionTo(source: string, options: Partial<StdioTransportOptions> = {}) {
  const messages: unknown[] = [];
  const connection = connectStdio({
    ...script(source),
    stderr: 'ignore',
    ...options,
    onMessage: (message) => {
      messages.push(message);
      for (const wake of waiting.splice(0)) wake();
    },
  });
  const waiting: (() => void)[] = [];
  return {
    connection,
    messages,
    until: async (count: number): Promise<unknown[]> => {
      while (messages.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      return messages;
    },
  };
}

/** How to run a program of this folder on the sources, under TypeScript. */
export function program(name: string): { readonly command: string; readonly args: readonly string[] } {
  const path = fileURLToPath(new URL(`../programs/${name}`, import.meta.url));
  return { command: process.execPath, args: ['--conditions=@mrtr/source', '--import', 'tsx', path] };
}

/** Whether a process runs. One that has ended and that nobody has waited for yet does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    // No such process; or no such folder, where the system has none.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && !existsSync('/proc/self/stat');
  }
}
