/**
 * The tools that are registered and never called, so that a server has 100 or 10,000. Schemas are made once in a
 * process, also for an implementation that builds a server for every request: that is how its documentation says it.
 */
import * as z from 'zod';

export interface FillerTool {
  readonly name: string;
  readonly description: string;
  readonly input: typeof FILLER_INPUT;
}

const FILLER_INPUT = z.object({ query: z.string(), limit: z.int().optional() });

export function fillerTools(count: number): FillerTool[] {
  return Array.from({ length: Math.max(0, count) }, (_, index) => ({
    name: `search_${index}`,
    description: `Searches catalogue number ${index}`,
    input: FILLER_INPUT,
  }));
}

export function fillerText(query: string): string {
  return `Nothing found for ${query}`;
}
