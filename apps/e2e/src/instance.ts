/** Starts and stops provisioners, on the built packages that users get, and keeps what they log. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface InstanceOptions {
  /** Without keys the instance seals with a key of its own process. */
  readonly keys?: readonly string[];
  /** 0 for any free one. */
  readonly port?: number;
  /** Seconds one round's state lives. */
  readonly ttl?: number;
}

/** A running provisioner. */
export class Instance implements AsyncDisposable {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #stderr: string[];

  private constructor(child: ChildProcess, url: string, stderr: string[]) {
    this.#child = child;
    this.url = url;
    this.#stderr = stderr;
  }

  static async start({ keys, port = 0, ttl = 600 }: InstanceOptions = {}): Promise<Instance> {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', fileURLToPath(new URL('provisioner.ts', import.meta.url))],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          PROVISIONER_PORT: String(port),
          PROVISIONER_TTL: String(ttl),
          ...(keys && { PROVISIONER_KEYS: keys.join(',') }),
        },
      },
    );
    const stderr: string[] = [];
    child.stderr.setEncoding('utf8').on('data', (text: string) => stderr.push(text));
    const [url] = (await Promise.race([
      once(createInterface(child.stdout), 'line'),
      once(child, 'exit').then(() => Promise.reject(new Error(`The instance did not start: ${stderr.join('')}`))),
    ])) as [string];
    return new Instance(child, url, stderr);
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** What it has written to its log so far. */
  get log(): string {
    return this.#stderr.join('');
  }

  /** Ends it without a word, like a crash: SIGKILL. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Lets it finish what it is doing: SIGTERM. */
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.kill();
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill(signal);
    await exited;
  }
}
