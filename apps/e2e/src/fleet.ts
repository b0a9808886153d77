/** Several provisioners behind a round-robin, and a client for all of them. */
import { httpTransport } from '@mrtr/http/client';
import type { Transport } from '@mrtr/transport';
import { Instance, type InstanceOptions } from './instance.js';

/** One instance, and the way to it. */
class Member {
  readonly instance: Instance;
  readonly #transport: Transport;
  readonly #underWay = new Set<Promise<unknown>>();

  private constructor(instance: Instance) {
    this.instance = instance;
    this.#transport = httpTransport(instance.url);
  }

  static async join(options: InstanceOptions): Promise<Member> {
    return new Member(await Instance.start(options));
  }

  readonly send: Transport['send'] = async (request, options) => {
    const sent = this.#transport.send(request, options);
    this.#underWay.add(sent);
    try {
      return await sent;
    } finally {
      this.#underWay.delete(sent);
    }
  };

  /** What a load balancer does with an instance that is to go: no new requests, and those under way are waited for. */
  async retire(): Promise<void> {
    await Promise.allSettled(this.#underWay);
    await this.instance.stop();
    await this.#transport.close();
  }
}

/** A fleet whose members are replaced one by one, while it serves. */
export class Fleet implements AsyncDisposable {
  #members: Member[];
  #next = 0;

  private constructor(members: Member[]) {
    this.#members = members;
  }

  static async start(size: number, options: InstanceOptions): Promise<Fleet> {
    return new Fleet(await Promise.all(Array.from({ length: size }, () => Member.join(options))));
  }

  /** Sends each request to the next member: the two rounds of a flow never meet the same one. */
  readonly transport: Transport = {
    send: (request, options) => this.#members[this.#next++ % this.#members.length]!.send(request, options),
    close: () => Promise.resolve(),
  };

  /** A rolling restart: each member's replacement takes over before the old one retires. */
  async roll(options: InstanceOptions): Promise<void> {
    for (const [at, old] of this.#members.entries()) {
      const replacement = await Member.join(options);
      this.#members = this.#members.with(at, replacement);
      await old.retire();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#members.map(({ instance }) => instance.kill()));
  }
}
