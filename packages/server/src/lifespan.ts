/** A value that lives as long as its server: made once before the first request, disposed when the server closes. */
import { ErrorCode, ProtocolError } from '@mrtr/types';

/** Makes the value. If the value has `[Symbol.asyncDispose]` or `[Symbol.dispose]`, closing the server calls it. */
export type Lifespan<T> = () => T | Promise<T>;

/** Starts at the first need and at most once; a start that failed is tried again at the next need. */
export class LifespanHolder<T> {
  readonly #make: Lifespan<T>;
  #started: Promise<T> | undefined;
  #disposed: Promise<void> | undefined;
  #value: { readonly current: T } | undefined;

  constructor(make: Lifespan<T>) {
    this.#make = make;
  }

  /**
   * The value, at once where it is there already.
   * @throws {ProtocolError} -32603 once it is disposed: what would be made now, nobody would dispose.
   */
  get(): T | Promise<T> {
    if (this.#disposed) throw new ProtocolError(ErrorCode.InternalError, 'The server is closed');
    if (this.#value) return this.#value.current;
    this.#started ??= this.#start();
    return this.#started;
  }

  async #start(): Promise<T> {
    try {
      const current = await this.#make();
      this.#value = { current };
      return current;
    } catch (error) {
      this.#started = undefined;
      throw error;
    }
  }

  /** Disposes the value, once, also where it is still being made. */
  dispose(): Promise<void> {
    return (this.#disposed ??= this.#dispose());
  }

  async #dispose(): Promise<void> {
    // A start that fails leaves nothing to dispose, and has told those who waited for it.
    const value = (await this.#started?.catch(() => undefined)) as
      Partial<AsyncDisposable & Disposable> | null | undefined;
    if (typeof value !== 'object' || value === null) return;
    await (value[Symbol.asyncDispose]?.() ?? value[Symbol.dispose]?.());
  }
}
