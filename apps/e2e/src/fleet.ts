/** Several provisioners behind a round-robin, and a client for all of them. */
import { httpTransport } from '@mrtr/http/client';
import type { Transport } from '@mrtr/transport';
import { Instance, type InstanceOptions } from './instance.js';

interface Member {
  readonly instance: Instance;
  readonly transport: Transport;
}

/** A fleet whose members are replaced one by one, while it serves. */
export class Fleet implements AsyncDisposable {
  #members: Member[];
  #next = 0;

  private constructor(members: Member[]) {
    this.#members = members;
  }

  static async start(size: number, options: InstanceOptions): Promise<Fleet> {
    return new Fleet(await Promise.all(Array.from({ length: size }, () => join(options))));
  }

  /** Sends each request to the next member: the two rounds of a flow never meet the same one. */
  readonly transport: Transport = {
    send: (request, options) => this.#members[this.#next++ % this.#members.length]!.transport.send(request, options),
    close: () => Promise.resolve(),
  };

  /** A rolling restart: each member's replacement takes over before the old one is asked to finish. */
  async roll(options: InstanceOptions): Promise<void> {
    for (const [at, old] of this.#members.entries()) {
      const replacement = await join(options);
      this.#members = this.#members.with(at, replacement);
      await old.instance.stop();
      await old.transport.close();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#members.map(({ instance }) => instance.kill()));
  }
}

async function join(options: InstanceOptions): Promise<Member> {
  const instance = await Instance.start(options);
  return { instance, transport: httpTransport(instance.url) };
}
