/** A bookshop of a test's own, with its database in a folder that goes with it. */
import { Client, type ClientOptions } from '@mrtr/client';
import { httpTransport } from '@mrtr/http/client';
import type { Transport } from '@mrtr/transport';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bookshop, type BookshopOptions, openBookshop } from '../../src/bookshop.js';
import { textOf } from '../../src/client/text-of.js';

/** Where a test keeps its database. */
export interface Folder extends Disposable {
  readonly database: string;
}

export function folder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'bookshop-test-'));
  return {
    database: join(path, 'bookshop.db'),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

export const quiet: NonNullable<BookshopOptions['logger']> = { warn() {}, error() {} };

/** Opens one that is closed, and its folder removed, at the end of the block. */
export async function bookshop(options: Partial<BookshopOptions> = {}): Promise<Bookshop> {
  const { database, [Symbol.dispose]: remove } = folder();
  const opened = await openBookshop({ database, logger: quiet, ...options });
  return {
    ...opened,
    async [Symbol.asyncDispose]() {
      await opened.close();
      remove();
    },
  };
}

/** A client whose messages, both ways, are kept as they crossed the wire. */
export interface Recorded {
  readonly client: Client;
  readonly messages: readonly string[];
  readonly transport: Transport;
}

export function recorded(url: string, options: ClientOptions = {}): Recorded {
  const messages: string[] = [];
  const inner = httpTransport(url);
  const transport: Transport = {
    async send(request, sending) {
      messages.push(JSON.stringify(request));
      const response = await inner.send(request, sending);
      messages.push(JSON.stringify(response));
      return response;
    },
    close: () => inner.close(),
  };
  const waiting = { pauseMs: 10, maxPauseMs: 20, maxRounds: Infinity };
  return { client: new Client(transport, { waiting, deadlineMs: 15_000, ...options }), messages, transport };
}

export function clientOf(url: string, options: ClientOptions = {}): Client {
  return recorded(url, options).client;
}

/** The text of a tool's result, and whether it is a failure. */
export async function said(result: ReturnType<Client['callTool']>): Promise<{ text: string; isError: boolean }> {
  const { isError = false, ...content } = await result;
  return { text: textOf(content), isError };
}
