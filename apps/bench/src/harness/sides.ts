/** The sides of a row that run in a process each, started together and stopped together. */
import type { Dialect, Ready } from './messages.js';
import type { Failed } from './figure.js';
import type { Subject } from './subject.js';
import { Worker } from './worker.js';

export interface Side {
  /** Its name in the table. */
  readonly name: string;
  readonly subject: Subject;
  /** What it speaks, for servers; 2026-07-28 unless set. */
  readonly dialect?: Dialect | undefined;
}

export interface Running {
  readonly side: Side;
  readonly worker: Worker;
  readonly ready: Ready;
  readonly samples: number[];
}

/** Starts every side, one after the other. One that can't start is among the failures. */
export async function startAll(sides: readonly Side[]): Promise<{ running: Running[]; failures: Failed[] }> {
  const running: Running[] = [];
  const failures: Failed[] = [];
  for (const side of sides) {
    try {
      running.push({ side, ...(await Worker.start(side.subject)), samples: [] });
    } catch (error) {
      failures.push(failure(side, error));
    }
  }
  return { running, failures };
}

/**
 * Runs a step on every side in turn, the first one changing from round to round, so that a slow minute of the
 * machine falls on all of them. A side whose step fails is stopped and counted among the failures.
 */
export async function interleave(
  running: Running[],
  failures: Failed[],
  rounds: number,
  step: (one: Running) => Promise<void>,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const order = [...running.slice(round % running.length), ...running.slice(0, round % running.length)];
    for (const one of order) {
      try {
        await step(one);
      } catch (error) {
        failures.push(failure(one.side, error));
        running.splice(running.indexOf(one), 1);
        await one.worker.stop();
      }
    }
  }
}

export async function stopAll(running: readonly Running[]): Promise<void> {
  for (const { worker } of running) await worker.stop();
}

export function failure(side: Side, error: unknown): Failed {
  return { side: side.name, failed: error instanceof Error ? error.message : String(error) };
}
