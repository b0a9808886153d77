/** The command line and the environment: what to do, and with which database. */
import { isAbsolute, join } from 'node:path';
import { parseArgs } from 'node:util';

/** What was asked for. */
export interface Arguments {
  readonly serve: boolean;
  readonly scripted: boolean;
  readonly wire: boolean;
  readonly help: boolean;
  readonly addCustomer: string | undefined;
  readonly port: number | undefined;
  /** The file; `undefined` for the usual one. */
  readonly database: string | undefined;
  /** What protects state, where the operator has a key. */
  readonly stateKey: string | undefined;
}

/** What is wrong with it. */
export interface Problem {
  readonly problem: string;
}

/** How to start it. */
export const usage = `npm run bookshop [-- options]

A bookshop on a database of its own, as an MCP server, and a terminal to shop in.

  --serve               only the server, for other clients; without it, a terminal too
  --scripted            plays one order and one refund by itself, with every round shown
  --wire                shows every round in the terminal
  --port N              where to listen on 127.0.0.1 (default: any that is free)
  --database FILE       the database, made where there is none (default: bookshop.db in
                        apps/bookshop, or BOOKSHOP_DATABASE; with --scripted a temporary one)
  --add-customer EMAIL  gives somebody an account, with the password read from standard
                        input, and ends
  --help                this text

STATE_KEY, 32 bytes or more, keeps calls alive across restarts: openssl rand -base64 32`;

type Environment = Readonly<Record<string, string | undefined>>;

/** @param env as `process.env` has it. Paths are meant from where the command was started: the folder of the root script, kept in `INIT_CWD`. */
export function readArguments(args: readonly string[], env: Environment): Arguments | Problem {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        serve: { type: 'boolean', default: false },
        scripted: { type: 'boolean', default: false },
        wire: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        'add-customer': { type: 'string' },
        port: { type: 'string' },
        database: { type: 'string' },
      },
    });
    const { serve, scripted, wire, help, port, database = env['BOOKSHOP_DATABASE'] } = values;
    if (serve && scripted) return { problem: '--serve and --scripted exclude each other.' };
    if (port !== undefined && (!/^\d+$/u.test(port) || Number(port) > 65_535))
      return { problem: `${port} is no port.` };
    const stateKey = env['STATE_KEY'] || undefined;
    if (stateKey !== undefined && Buffer.byteLength(stateKey) < 32) {
      return { problem: 'STATE_KEY is shorter than 32 bytes. This makes one: openssl rand -base64 32' };
    }
    return {
      serve,
      scripted,
      wire,
      help,
      stateKey,
      addCustomer: values['add-customer'],
      port: port === undefined ? undefined : Number(port),
      database: database === undefined ? undefined : resolvePath(database, env),
    };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

function resolvePath(path: string, { INIT_CWD = '' }: Environment): string {
  return isAbsolute(path) || path === ':memory:' ? path : join(INIT_CWD, path);
}
