/** A value that lives as long as its server: made once before the first request, disposed when the server closes. */

/** Makes the value. If the value has `[Symbol.asyncDispose]` or `[Symbol.dispose]`, closing the server calls it. */
export type Lifespan<T> = () => T | Promise<T>;

/** Starts at the first need and at most once; a start that failed is tried again at the next need. */
export class LifespanHolder<T> {
  readonly #make: Lifespan<T>;
  #started: Promise<T> | undefined;
  #value: { readonly current: T } | undefined;

  constructor(make: Lifespan<T>) {
    this.#make = make;
  }

  /** The value, at once where it is there already. */
  get(): T | Promise<T> {
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

  async dispose(): Promise<void> {
    const started = this.#started;
    this.#started = this.#value = undefined;
    if (!started) return;
    const value = (await started) as Partial<AsyncDisposable & Disposable> | null | undefined;
    if (typeof value !== 'object' || value === null) return;
    await (value[Symbol.asyncDispose]?.() ?? value[Symbol.dispose]?.());
  }
}
