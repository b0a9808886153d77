/** Servers of both tiers with a boundary, whose handlers ask once with a state and then say what they were given. */
import { type Rejection, RequestStateSecurity, type RequestStateSecurityOptions } from '@mrtr/seal';
import { inputRequired, listRoots, McpServer, type RequestContext, requestStateBoundary, Server } from '@mrtr/server';
import type { ExchangeInfo, Exchanger } from '@mrtr/transport';
import * as z from 'zod';
import { type RecordedEntry, recordingLogger } from './recording.js';
import { result, send } from './requests.js';

export const KEY = new Uint8Array(32).fill(7);
export const STATE = 'plain state';

/** The one answer to every state that is refused. */
export const FROZEN = { code: -32602, message: 'Invalid or expired requestState' };

export type SecurityOptions = RequestStateSecurityOptions<RequestContext<undefined>>;

export interface Bound {
  readonly server: Exchanger;
  readonly entries: readonly RecordedEntry[];
  readonly rejections: readonly Rejection[];
  /** The state of each handler run, in order; `null` for none. */
  readonly runs: (string | null)[];
}

export type Tier = 'a low-level server' | 'an McpServer';
export const TIERS: readonly Tier[] = ['a low-level server', 'an McpServer'];

/** Makes a server named `name` with a policy: `keys: [KEY]` and these options, or a policy of your own. */
export function bound(
  tier: Tier,
  options: Partial<SecurityOptions> | RequestStateSecurity<RequestContext<undefined>> = {},
  name = 'bound',
): Bound {
  const { entries, ...logger } = recordingLogger();
  const rejections: Rejection[] = [];
  const onReject = (rejection: Rejection) => void rejections.push(rejection);
  const security =
    options instanceof RequestStateSecurity
      ? options
      : new RequestStateSecurity({
          ...(options.codec ? {} : { keys: [KEY] }),
          onReject,
          ...options,
        } as SecurityOptions);
  const runs: (string | null)[] = [];
  const run = (state: string | undefined) => {
    runs.push(state ?? null);
    return state === undefined ? inputRequired({ roots: listRoots() }, { requestState: STATE }) : undefined;
  };
  const make = tier === 'an McpServer' ? highLevel : lowLevel;
  return { server: make(name, security, logger, run), entries, rejections, runs };
}

type Run = (state: string | undefined) => ReturnType<typeof inputRequired> | undefined;

function lowLevel(
  name: string,
  security: RequestStateSecurity<RequestContext<undefined>>,
  logger: ReturnLogger,
  run: Run,
) {
  const server = new Server(
    { name, version: '1.0.0' },
    {
      logger,
      onCallTool: (_ctx, { requestState }) => run(requestState) ?? { content: [{ type: 'text', text: 'done' }] },
      onGetPrompt: (_ctx, { requestState }) => run(requestState) ?? { messages: [] },
      onReadResource: (_ctx, { requestState }) => run(requestState) ?? { contents: [] },
    },
  );
  return server.use(requestStateBoundary(security, { audience: name, logger }));
}

function highLevel(
  name: string,
  security: RequestStateSecurity<RequestContext<undefined>>,
  logger: ReturnLogger,
  run: Run,
) {
  const server = new McpServer({ name, version: '1.0.0' }, { logger, requestState: security });
  for (const tool of ['t', 'other']) {
    server.tool(tool, { input: z.looseObject({}) }, (_input, ctx) => run(ctx.requestState) ?? 'done');
    server.prompt(tool, { input: z.looseObject({}) }, (_input, ctx) => run(ctx.requestState) ?? 'done');
  }
  server.tool('never asks', {}, () => {
    run('never asks');
    return 'done';
  });
  server.resource('memo://{id}', {}, (_variables, ctx) => run(ctx.requestState) ?? 'done');
  return server;
}

type ReturnLogger = Omit<ReturnType<typeof recordingLogger>, 'entries'>;

/** The three calls that may ask. */
export const CALLS = [
  ['tools/call', { name: 't' }],
  ['prompts/get', { name: 't' }],
  ['resources/read', { uri: 'memo://1' }],
] as const;

/** The token of a first round of tool `t`. */
export async function tokenOf(server: Exchanger, args?: unknown, info?: ExchangeInfo): Promise<string> {
  const params = { name: 't', ...(args === undefined ? {} : { arguments: args }) };
  return (await result(server, 'tools/call', params, info === undefined ? {} : { info })).requestState;
}

/** The answer to a retry of tool `t` with a token: 'done', or the error. */
export async function retryWith(
  server: Exchanger,
  token: unknown,
  args?: unknown,
  info?: ExchangeInfo,
): Promise<unknown> {
  const params = { name: 't', requestState: token, ...(args === undefined ? {} : { arguments: args }) };
  const response = await send(server, 'tools/call', params, info === undefined ? {} : { info });
  if ('error' in response) return response.error;
  const { content } = response.result as { content?: readonly { text: string }[] };
  return content?.[0]?.text ?? response.result;
}
