/** Flows of resolvers over HTTP, run by a client with its own limits: what neither side shows by itself. */
import { Client, ClientError } from '@mrtr/client';
import { serve } from '@mrtr/http/node';
import { RequestStateSecurity } from '@mrtr/seal';
import { elicit, elicitUrl, listRoots, McpServer, type Resolver, resolver, sample, wait } from '@mrtr/server';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';

const KEY = 'a key that every instance of this server shares';
const INFO = { name: 'chains', version: '1.0.0' };
const Word = z.object({ word: z.string() });

/** A tool whose questions each need the answer to the one before. */
function chainOf(questions: number): McpServer {
  const server = new McpServer(INFO, { requestState: new RequestStateSecurity({ keys: [KEY] }) });
  let last: Resolver<{ word: string }> = resolver({ key: 'q1' }, () => elicit('The word?', Word));
  for (let n = 2; n <= questions; n++) {
    last = resolver({ key: `q${n}`, needs: { before: last } }, ({ before }) => elicit(`After ${before.word}?`, Word));
  }
  server.tool('chain', { resolve: { last } }, ({ last: { word } }, { flow }) => `${word} in round ${flow.round}`);
  return server;
}

const echo = ({ message }: { readonly message: string }) => ({
  action: 'accept' as const,
  content: { word: `«${message}»` },
});

function textOf({ content }: Awaited<ReturnType<Client['callTool']>>): string {
  const [block] = content;
  return block?.type === 'text' ? block.text : JSON.stringify(content);
}

describe('a chain of questions', () => {
  test('of ten is answered to its end', async () => {
    await using running = await serve(chainOf(10));
    const keys: string[] = [];
    await using client = new Client(running.url, {
      onElicit: (form, { key }) => {
        keys.push(key);
        return echo(form);
      },
    });
    const text = textOf(await client.callTool('chain'));
    expect(keys).toEqual(Array.from({ length: 10 }, (_, n) => `q${n + 1}`));
    expect(text).toMatch(/^«After «.*«The word[?]».* in round 11$/u);
  });

  test('of eleven meets the cap of the client after ten answers, and goes on from the error, on another instance', async () => {
    const onElicit = vi.fn(echo);
    const saved = await (async () => {
      await using running = await serve(chainOf(11));
      await using client = new Client(running.url, { onElicit });
      const error = await client.callTool('chain').catch((thrown: unknown) => thrown as ClientError);
      if (!(error instanceof ClientError)) throw new Error('The cap was not met.');
      expect(error.code).toBe('too_many_rounds');
      expect(Object.keys(error.pending?.inputRequests ?? {})).toEqual(['q11']);
      return JSON.stringify(error.pending);
    })();
    expect(onElicit).toHaveBeenCalledTimes(10);

    await using running = await serve(chainOf(11));
    await using client = new Client(running.url, { capabilities: { elicitation: {} } });
    const call = client.resume(JSON.parse(saved));
    for await (const round of call) {
      expect(Object.keys(round.requests)).toEqual(['q11']);
      round.answer({ q11: { action: 'accept', content: { word: 'the last' } } });
    }
    expect(await call.result).toMatchObject({ content: [{ text: 'the last in round 12' }] });
  });
});

describe('questions of every kind', () => {
  test('go out together, and what waits for them in a later round', async () => {
    const server = new McpServer(INFO);
    const page = resolver({}, (_, { flow }) => elicitUrl('Please sign', `https://sign.example/${flow.id}`));
    const topic = elicit('The topic?', Word);
    const summary = resolver({ needs: { topic } }, ({ topic: { word } }) =>
      sample({ messages: [{ role: 'user', content: { type: 'text', text: word } }], maxTokens: 5 }),
    );
    server.tool('all', { resolve: { word: elicit('Another?', Word), roots: listRoots(), page, summary } }, (given) =>
      JSON.stringify([given.word.word, given.roots.roots.length, given.page ?? 'agreed', given.summary.model]),
    );
    await using running = await serve(server);
    const rounds: string[][] = [];
    await using client = new Client(running.url, {
      onElicit: echo,
      onElicitUrl: () => ({ action: 'accept' }),
      onListRoots: () => [{ uri: 'file:///home/ada' }],
      onSample: () => ({ role: 'assistant', model: 'a model', content: { type: 'text', text: 'yes' } }),
      onRound: ({ requests }) => void rounds.push(Object.keys(requests).toSorted()),
    });
    expect(textOf(await client.callTool('all'))).toBe('["«Another?»",1,"agreed","a model"]');
    expect(rounds).toEqual([['page', 'roots', 'topic', 'word'], ['summary']]);
  });
});

describe('a value that comes out of band', () => {
  test('is waited for in rounds without a question, and the body runs once when it is there', async () => {
    const server = new McpServer(INFO);
    const signed = new Map<string, string>();
    const page = resolver({}, (_, { flow }) => elicitUrl('Please sign', `https://sign.example/${flow.id}`));
    const signature = resolver({ needs: { page } }, (_, { flow }) => signed.get(flow.id) ?? wait());
    const body = vi.fn(({ signature: name }: { signature: string }) => `signed by ${name}`);
    server.tool('sign', { resolve: { signature } }, body);
    await using running = await serve(server);
    const waits: number[] = [];
    let flow = '';
    await using client = new Client(running.url, {
      onElicitUrl: ({ url }) => {
        flow = new URL(url).pathname.slice(1);
        return { action: 'accept' };
      },
      onRound: ({ round, requests }) => {
        if (Object.keys(requests).length === 0) waits.push(round);
        if (waits.length === 3) signed.set(flow, 'Ada');
      },
    });
    expect(textOf(await client.callTool('sign'))).toBe('signed by Ada');
    expect(waits).toEqual([2, 3, 4]);
    expect(body).toHaveBeenCalledOnce();
  });
});
