/**
 * Tells requests that their client has gone.
 *
 * Specification 2026-07-28, basic/patterns/cancellation "Transport-Specific Cancellation". A socket may carry many
 * pipelined requests, whose responses are not attached to it before their turn: so one listener a socket tells them all.
 */
import type { Socket } from 'node:net';

const watched = new WeakMap<Socket, Set<() => void>>();

/** Calls back once when the socket closes; at once where it has closed already. */
export function onDisconnect(socket: Socket, callback: () => void): void {
  if (socket.destroyed) return callback();
  let callbacks = watched.get(socket);
  if (callbacks === undefined) {
    const all = new Set<() => void>();
    callbacks = all;
    watched.set(socket, all);
    socket.once('close', () => {
      for (const each of all) each();
    });
  }
  callbacks.add(callback);
}

/** Forgets a callback. */
export function offDisconnect(socket: Socket, callback: () => void): void {
  watched.get(socket)?.delete(callback);
}
