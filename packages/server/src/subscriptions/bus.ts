/** How the instances of one server hear of each other's changes: a port of two functions, and the one for a single process. */
import type { ChangeEvent } from './change-event.js';

/**
 * Carries changes from where they happen to every instance that has subscribers, the one where they happen too. It is given
 * plain JSON. What it loses, subscribers miss; what it brings twice, they are told twice.
 */
export interface SubscriptionBus {
  /**
   * Hands a change to all listeners, here and elsewhere, in the order of the calls. What it throws, or rejects with, goes to
   * the server's log, and the server's own subscribers are told all the same.
   */
  publish(event: ChangeEvent): void | Promise<void>;
  /**
   * Calls back with every change that is published after this returns. A server holds one listener while it has
   * subscribers, and none otherwise; its listeners never throw.
   * @returns what ends it; safe to call twice.
   */
  subscribe(listener: (event: ChangeEvent) => void): () => void;
}

/** The bus inside one process: listeners are called before `publish` returns. Servers share it by being given the same one. */
export function memoryBus(): SubscriptionBus {
  // By subscription and not by function: the same function may listen twice.
  const listeners = new Map<symbol, (event: ChangeEvent) => void>();
  return {
    publish(event) {
      const errors: unknown[] = [];
      // Listeners come and go meanwhile: those who come are not told of this one, nor are those who go.
      const told = [...listeners];
      for (const [id, listener] of told) {
        if (!listeners.has(id)) continue;
        try {
          listener(event);
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw new AggregateError(errors, 'A listener of the bus threw; the others were told.');
    },
    subscribe(listener) {
      const id = Symbol('listener');
      listeners.set(id, listener);
      return () => void listeners.delete(id);
    },
  };
}
