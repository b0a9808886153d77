/** A promise with its handles outside, for somebody who waits for a result that a loop is working on. */

/** Nobody has to look at it: the loop reports its failure too. */
export class AwaitedResult<T> {
  resolve!: (result: T) => void;
  reject!: (reason: unknown) => void;
  readonly promise = new Promise<T>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });

  constructor() {
    this.promise.catch(() => undefined);
  }
}
