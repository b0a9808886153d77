/**
 * One measured process, or the load generator, as the harness sees it: started on a core, asked one thing at a time,
 * stopped. A process that dies or falls silent rejects what was asked of it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Answer, LoadCommand, LoadResult, LoopResult, Ready, Usage, WorkerCommand } from './messages.js';
import { pinnedCommand, type Core } from './pin.js';
import type { Subject } from './subject.js';

const SUBJECT_MAIN = fileURLToPath(new URL('./subject-main.js', import.meta.url));
const LOAD_MAIN = fileURLToPath(new URL('../load/load-main.js', import.meta.url));

/** No single step of a run takes longer than this. */
const STEP_LIMIT_MS = 120_000;

export class Worker {
  readonly #child: ChildProcess;
  #waiting: ((message: Answer & Ready) => void) | undefined;
  #ended: string | undefined;

  private constructor(core: Core, args: readonly string[]) {
    const pinned = pinnedCommand(core, args);
    this.#child = spawn(pinned.command, pinned.args, {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    let complaint = '';
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(-2000)));
    this.#child.on('message', (message) => this.#deliver(message as Answer & Ready));
    this.#child.on('error', (error) => this.#end(error.message));
    this.#child.on('close', (code) => this.#end(`the process ended with code ${code}. ${complaint.trim()}`));
  }

  /** Starts a subject and waits until it is ready. @throws {Error} when it can't start. */
  static async start(subject: Subject): Promise<{ worker: Worker; ready: Ready }> {
    const options = JSON.stringify(subject.options ?? {});
    const worker = new Worker('server', [SUBJECT_MAIN, subject.module, subject.entry, options]);
    return { worker, ready: await worker.#started() };
  }

  /** Starts the load generator. */
  static async startLoad(): Promise<Worker> {
    const worker = new Worker('load', [LOAD_MAIN]);
    await worker.#started();
    return worker;
  }

  loop(forMs: number): Promise<LoopResult> {
    return this.#ask({ do: 'loop', forMs }) as Promise<LoopResult>;
  }

  usage(): Promise<Usage> {
    return this.#ask({ do: 'usage' }) as Promise<Usage>;
  }

  load(command: Omit<LoadCommand, 'do'>): Promise<LoadResult> {
    return this.#ask({ do: 'load', ...command }) as Promise<LoadResult>;
  }

  async startProfile(): Promise<void> {
    await this.#ask({ do: 'start-profile' });
  }

  async stopProfile(file: string): Promise<void> {
    await this.#ask({ do: 'stop-profile', file });
  }

  /** Ends the process. Safe to call twice. */
  async stop(): Promise<void> {
    if (this.#ended !== undefined) return;
    const closed = new Promise((resolve) => this.#child.once('close', resolve));
    this.#child.kill('SIGKILL');
    await closed;
  }

  /** Waits for the first message; a process that could not get ready is not left behind. */
  async #started(): Promise<Ready> {
    try {
      return await this.#next();
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  async #ask(command: WorkerCommand | LoadCommand): Promise<unknown> {
    const answer = this.#next();
    if (this.#child.connected) this.#child.send(command);
    return (await answer).value;
  }

  #next(): Promise<Answer & Ready> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== undefined) return reject(new Error(this.#ended));
      const timer = setTimeout(() => this.#deliver({ failed: `no answer within ${STEP_LIMIT_MS} ms` }), STEP_LIMIT_MS);
      this.#waiting = (message) => {
        clearTimeout(timer);
        if (message.failed === undefined) resolve(message);
        else reject(new Error(message.failed));
      };
    });
  }

  #deliver(message: Answer & Ready): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.(message);
  }

  #end(why: string): void {
    this.#ended ??= why;
    this.#deliver({ failed: this.#ended });
  }
}
