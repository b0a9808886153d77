/**
 * One life of a server's process, and the messages to and from it, whatever they are.
 *
 * Specification 2026-07-28, basic/transports/stdio, and 2025-11-25, basic/transports: on the wire, and in how a process
 * begins and ends, all revisions are alike.
 */
import type { ChildProcess } from 'node:child_process';
import { TransportError } from '@mrtr/transport';
import type { JsonRpcMessage } from '@mrtr/types';
import { encodeLine } from './encode.js';
import { type MessageHandlers, MessageReader } from './message-reader.js';
import { cannotStart, closedError, endedError, type Exit } from './node-ended.js';
import type { ProcessSettings } from './node-process-options.js';
import { signalProcess, startProcess } from './node-process.js';
import { Tail, TextLines } from './text-lines.js';

/** A server that runs, and the raw messages to and from it. */
export interface StdioConnection {
  /** The process's id; `undefined` where it could not be started. */
  readonly pid: number | undefined;
  /**
   * Resolves when the process is gone, with why: `closed` after `close`, else `unreachable`, which says how it ended.
   * Never rejects.
   */
  readonly ended: Promise<TransportError>;
  /**
   * Sends any message: a request, a notification, or a response.
   * @returns when the system has taken it; that says nothing of the server.
   * @throws {TransportError} `invalid_message` for what is not JSON, `unreachable` where the server doesn't read, and what
   * `ended` resolves with.
   */
  send(message: JsonRpcMessage): Promise<void>;
  /**
   * Ends the server: the end of its input, then SIGTERM, then SIGKILL to its whole process group. Resolves when it is gone.
   * Safe to call twice.
   */
  close(): Promise<void>;
}

export class ProcessConnection implements StdioConnection {
  readonly ended: Promise<TransportError>;
  readonly #settings: ProcessSettings;
  readonly #child: ChildProcess | undefined;
  readonly #tail = new Tail();
  #resolveEnded!: (why: TransportError) => void;
  #isOver = false;
  #isClosed = false;
  #exit: Exit = {};
  #shutDown: Promise<void> | undefined;

  /** Starts the process at once. */
  constructor(settings: ProcessSettings, handlers: MessageHandlers) {
    this.#settings = settings;
    this.ended = new Promise((resolve) => {
      this.#resolveEnded = resolve;
    });
    try {
      this.#child = startProcess(settings);
    } catch (cause) {
      this.#finish(cannotStart(settings.command, cause));
      return;
    }
    this.#watch(this.#child);
    this.#read(this.#child, handlers);
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async send(message: JsonRpcMessage): Promise<void> {
    const line = encodeLine(message);
    const stdin = this.#child?.stdin;
    if (!stdin || this.#shutDown !== undefined) throw await this.ended;
    if (stdin.writableLength > this.#settings.maxBufferBytes) {
      throw new TransportError('unreachable', `The server does not read: ${stdin.writableLength} bytes wait for it`);
    }
    const failed = await new Promise<unknown>((resolve) => {
      stdin.write(line, (error) => resolve(error ?? undefined));
    });
    // Why it can't be written to is something else: it has ended, or is made to.
    if (failed !== undefined) throw await this.ended;
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.#end();
  }

  #watch(child: ChildProcess): void {
    child.on('error', (cause) => {
      // Later ones are about signals that could not be sent.
      if (child.pid === undefined) this.#finish(cannotStart(this.#settings.command, cause));
    });
    child.on('exit', (code, signal) => {
      this.#exit = { ...this.#exit, code, signal };
      // Others of its group may still hold the streams. Without the one that was started, they are to end, too.
      void this.#end();
    });
    child.on('close', () => this.#finish(endedError(this.#exit, this.#tail.text)));
    // A server that closes its end of the channel is about to exit, or has to.
    child.stdin?.on('error', () => void this.#end());
    child.stdout?.on('error', () => void this.#end());
    child.stdout?.on('end', () => void this.#end());
  }

  #read(child: ChildProcess, handlers: MessageHandlers): void {
    const { maxLineBytes, stderr } = this.#settings;
    const reader = new MessageReader(maxLineBytes, handlers);
    child.stdout?.on('data', (chunk: Buffer) => reader.push(chunk));
    child.stdout?.on('end', () => reader.end());
    const lines = new TextLines((line) => {
      this.#tail.push(line);
      if (typeof stderr === 'function') stderr(line);
    });
    child.stderr?.on('data', (chunk: Buffer) => lines.push(chunk));
    child.stderr?.on('end', () => lines.end());
    child.stderr?.on('error', () => undefined);
  }

  /** Ends the process, however much it takes, once. */
  #end(): Promise<void> {
    return (this.#shutDown ??= this.#endStepByStep());
  }

  async #endStepByStep(): Promise<void> {
    const child = this.#child;
    if (child === undefined || this.#isOver) return;
    const { stdinMs, termMs } = this.#settings;
    child.stdin?.end();
    if (await this.#endsWithin(stdinMs)) return;
    this.#exit = { ...this.#exit, hadToBeEnded: this.#exit.code === undefined };
    signalProcess(child, 'SIGTERM');
    if (await this.#endsWithin(termMs)) return;
    signalProcess(child, 'SIGKILL');
    // Whoever has left the group may hold them for ever.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
    if (await this.#endsWithin(termMs)) return;
    // Not ours to kill, as after `sudo`. It is not waited for, and doesn't keep this process alive.
    child.unref();
    this.#finish(endedError(this.#exit, this.#tail.text));
  }

  #endsWithin(ms: number): Promise<boolean> {
    const { timers } = this.#settings;
    return new Promise((resolve) => {
      const timer = timers.setTimeout(() => resolve(false), ms);
      void this.ended.then(() => {
        timers.clearTimeout(timer);
        resolve(true);
      });
    });
  }

  #finish(why: TransportError): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#resolveEnded(this.#isClosed ? closedError() : why);
  }
}
