/** What the command line may hold. */
import { describe, expect, it } from 'vitest';
import { readArguments } from '../src/arguments.js';

describe('the command line', () => {
  it('may be empty, name a region, or ask for help', () => {
    expect(readArguments([])).toEqual({});
    expect(readArguments(['--region', 'us-east-1'])).toEqual({ region: 'us-east-1' });
    expect(readArguments(['--region=us-east-1'])).toEqual({ region: 'us-east-1' });
    expect(readArguments(['-h'])).toEqual({ help: true });
  });

  it.each([
    [['--region', 'mars'], 'There is no region mars'],
    [['--region', '__proto__'], 'There is no region __proto__'],
    [['--region'], '--region'],
    [['--loud'], '--loud'],
    [['us-east-1'], 'us-east-1'],
  ])('%j is refused', (args, problem) => {
    expect(readArguments(args).problem).toContain(problem);
  });
});
