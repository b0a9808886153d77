/**
 * One run's pace and its means: how long each side is warmed, how often and how long it is measured, and the load
 * generator that all rows share.
 */
import { Worker } from './worker.js';

export interface Pace {
  /** Load on a server before its first figure. The official handler needs about five seconds to its steady cost. */
  readonly httpWarmMs: number;
  readonly httpSliceMs: number;
  readonly httpSlices: number;
  /** Repetition in process before the first figure. */
  readonly loopWarmMs: number;
  readonly loopSliceMs: number;
  readonly loopSlices: number;
  /** Fresh processes for a figure that only a fresh process can give. */
  readonly freshRuns: number;
  /** Calls after which memory is read. */
  readonly memoryCalls: number;
  /** Imports, each in a process of its own. */
  readonly importRuns: number;
}

export const FULL: Pace = {
  httpWarmMs: 6000,
  httpSliceMs: 2000,
  httpSlices: 5,
  loopWarmMs: 2000,
  loopSliceMs: 500,
  loopSlices: 7,
  freshRuns: 3,
  memoryCalls: 50_000,
  importRuns: 15,
};

/** A look in about a minute: too short for the official handler to warm up, so its ratios flatter us. */
export const QUICK: Pace = {
  httpWarmMs: 500,
  httpSliceMs: 300,
  httpSlices: 3,
  loopWarmMs: 250,
  loopSliceMs: 100,
  loopSlices: 3,
  freshRuns: 1,
  memoryCalls: 3000,
  importRuns: 3,
};

/** How many connections are kept busy. */
export const CONNECTIONS = 16;

export class Bench {
  readonly pace: Pace;
  #load: Worker | undefined;

  constructor(pace: Pace) {
    this.pace = pace;
  }

  /** The load generator, started when it is first needed. */
  async load(): Promise<Worker> {
    return (this.#load ??= await Worker.startLoad());
  }

  async close(): Promise<void> {
    await this.#load?.stop();
  }
}
