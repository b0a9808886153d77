/** Flows between the real client and the real server, which runs as a child of it. */
import { fileURLToPath } from 'node:url';
import { Client, type ClientOptions, type ReconnectEvent, type SubscriptionEvent } from '@mrtr/client';
import { stdioTransport, type StdioTransportOptions } from '@mrtr/stdio/client';
import { describe, expect, test, vi } from 'vitest';

const KEY = 'a key that all lives of this server share';
const REGION = { action: 'accept', content: { region: 'eu-west-1' } } as const;
const WITHIN = { timeout: 10_000 };

interface Setup {
  readonly keys?: readonly string[];
  readonly client?: ClientOptions;
  readonly transport?: Partial<StdioTransportOptions>;
}

/** A client of a provisioner, what that wrote to stderr, and how its processes ended. */
function provisioner({ keys, client: options, transport }: Setup = {}) {
  const log: string[] = [];
  const exits: string[] = [];
  const client = new Client(
    stdioTransport({
      command: process.execPath,
      args: ['--import', 'tsx', fileURLToPath(new URL('../src/stdio-provisioner.ts', import.meta.url))],
      env: { PROVISIONER_KEYS: keys?.join(',') },
      stderr: (line) => log.push(line),
      onStray: (what, reason) => expect.fail(`${reason}: ${JSON.stringify(what)}`),
      onExit: ({ message }) => exits.push(message),
      ...transport,
    }),
    options,
  );
  return {
    client,
    log,
    exits,
    /** Ends the server without a word, like a crash, and waits until the client has noticed. */
    async kill(): Promise<void> {
      const count = exits.length;
      process.kill(Number(await textOf(client.callTool('whoami'))), 'SIGKILL');
      await vi.waitFor(() => expect(exits).toHaveLength(count + 1), WITHIN);
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

async function textOf(result: ReturnType<Client['callTool']>): Promise<unknown> {
  const [block] = (await result).content;
  return block?.type === 'text' ? block.text : block;
}

describe('a flow over stdio', () => {
  test('asks in rounds, several questions at once, and ends with the result', async () => {
    const asked: [string, number][] = [];
    await using it = provisioner({
      client: {
        onElicit: ({ message }, { round }) => {
          asked.push([message, round]);
          const content = message.endsWith('sure?')
            ? { sure: true }
            : message === 'How large?'
              ? { size: 3 }
              : REGION.content;
          return { action: 'accept', content };
        },
      },
    });
    const progress: unknown[] = [];
    const result = it.client.callTool('resize', {}, { onProgress: ({ message }) => progress.push(message) });
    expect(await textOf(result)).toBe('3 in eu-west-1');
    expect(asked.toSorted(([a], [b]) => a.localeCompare(b, 'en'))).toEqual([
      ['3 in eu-west-1, sure?', 2],
      ['How large?', 1],
      ['Which region?', 1],
    ]);
    expect(progress).toEqual(['resizing']);
    // It comes by a pipe of its own, before the result or after it.
    await vi.waitFor(() => expect(it.log).toContain('Handlers may log: this is no message.'), WITHIN);
  });

  test('200 of them at once never swap answers', async () => {
    await using it = provisioner({ client: { onElicit: () => REGION } });
    const names = Array.from({ length: 200 }, (_, n) => `orders-${n}`);
    const texts = await Promise.all(names.map((name) => textOf(it.client.callTool('provision', { name }))));
    expect(texts).toEqual(names.map((name) => `${name} in eu-west-1, round 2`));
  });

  test('begins with what the server can do', async () => {
    await using it = provisioner();
    const { supportedVersions } = await it.client.discover();
    expect(supportedVersions).toContain('2026-07-28');
    expect((await it.client.listTools()).tools.map(({ name }) => name)).toContain('provision');
  });

  test('is cancelled on the server when it is cancelled here', async () => {
    await using it = provisioner();
    const controller = new AbortController();
    const waiting = it.client.callTool(
      'wait',
      {},
      { signal: controller.signal, onProgress: () => controller.abort(new Error('never mind')) },
    );
    await expect(waiting).rejects.toThrow('never mind');
    await vi.waitFor(async () => expect(await textOf(it.client.callTool('cancelled'))).toBe('1'), WITHIN);
  });
});

describe('a server that is killed', () => {
  /** The first round of a call, whose server dies before the second. */
  async function acrossADeath(it: ReturnType<typeof provisioner>) {
    const call = it.client.begin('tools/call', { name: 'provision', arguments: { name: 'orders' } });
    const rounds = call[Symbol.asyncIterator]();
    const { value: round } = await rounds.next();
    await it.kill();
    round!.answer({ region: REGION });
    return rounds.next().then(
      () => call.result,
      (error: unknown) => error,
    );
  }
  const client = { capabilities: { elicitation: {} } };

  test('between the rounds, with keys: another life of it finishes the call', async () => {
    await using it = provisioner({ keys: [KEY], client });
    expect(await acrossADeath(it)).toMatchObject({ content: [{ text: 'orders in eu-west-1, round 2' }] });
    expect(it.exits).toEqual(['The server was ended by SIGKILL']);
  });

  test('between the rounds, without keys: the call rejects with the frozen error, and the log says why', async () => {
    await using it = provisioner({ client });
    expect(await acrossADeath(it)).toMatchObject({ code: -32602, message: 'Invalid or expired requestState' });
    await vi.waitFor(() => expect(it.log.join('\n')).toContain('unknown_key'), WITHIN);
  });

  test('between the rounds, and is not to be started again: the call rejects, and says how it ended', async () => {
    await using it = provisioner({ keys: [KEY], client, transport: { restart: false } });
    expect(await acrossADeath(it)).toMatchObject({
      name: 'TransportError',
      code: 'unreachable',
      message: 'The server was ended by SIGKILL',
    });
  });

  test('in the middle of a call: it rejects, and the next one is served', async () => {
    await using it = provisioner();
    const pid = Number(await textOf(it.client.callTool('whoami')));
    const waiting = it.client.callTool('wait');
    process.kill(pid, 'SIGKILL');
    await expect(waiting).rejects.toMatchObject({ code: 'unreachable', message: 'The server was ended by SIGKILL' });
    expect(Number(await textOf(it.client.callTool('whoami')))).not.toBe(pid);
  });

  test('under a subscription: it stands again', async () => {
    await using it = provisioner();
    const attempts: ReconnectEvent[] = [];
    const subscription = await it.client.listen(
      { toolsListChanged: true },
      { reconnect: { pauseMs: 10 }, onReconnect: (attempt) => attempts.push(attempt) },
    );
    const events: SubscriptionEvent[] = [];
    const loop = (async () => {
      for await (const event of subscription) events.push(event);
    })();
    await it.client.callTool('grow');
    await vi.waitFor(() => expect(events).toEqual([{ type: 'tools_changed' }]), WITHIN);
    await it.kill();
    await vi.waitFor(() => expect(events.at(-1)).toEqual({ type: 'resynced', reason: 'reconnected' }), WITHIN);
    await it.client.callTool('grow');
    await vi.waitFor(() => expect(events.at(-1)).toEqual({ type: 'tools_changed' }), WITHIN);
    expect(attempts.length).toBeGreaterThan(0);
    await it.client.close();
    await loop;
  });
});

test('a client of a server that can not be started says so', async () => {
  const connecting = Client.connect(stdioTransport({ command: 'no-such-server' }));
  await expect(connecting).rejects.toThrow('The server "no-such-server" could not be started (ENOENT)');
});
