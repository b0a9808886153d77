/** A turn of the event loop, waited out the same way wherever JavaScript runs. */

/**
 * Lets everything run that waits for nothing but its turn: all promises, and what they lead to. What waits for a file, a
 * socket or another thread is not among it.
 *
 * A message port takes its turn after all promises, in browsers as in Node, and unlike a timer it is not replaced by the
 * fake timers of test frameworks. Where there is none, as in some emulations of browsers, a timer does.
 */
export function settle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof MessageChannel === 'undefined') return void setTimeout(resolve, 0);
    const { port1, port2 } = new MessageChannel();
    const onMessage = (): void => {
      // An open port would keep the process alive.
      port1.close();
      resolve();
    };
    port1.addEventListener('message', onMessage);
    port1.start();
    port2.postMessage(undefined);
  });
}
