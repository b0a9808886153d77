/** The person at a terminal: keys go in, and an answer comes out. */
import type { ElicitRequestFormParams, ElicitResult } from '@mrtr/types';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { atTheTerminal, PersonLeft } from '../src/terminal.js';

const regions: ElicitRequestFormParams = {
  mode: 'form',
  message: 'Where?',
  requestedSchema: {
    type: 'object',
    properties: { region: { type: 'string', enum: ['here', 'there', 'nowhere'] } },
    required: ['region'],
  },
};

const DOWN = '\u001B[B';
const UP = '\u001B[A';
const ENTER = '\r';
const CTRL_C = '\u0003';

/** Has a person press the keys once the question is on the screen. */
async function press(...keys: string[]): Promise<ElicitResult> {
  const input = new PassThrough();
  const output = new PassThrough();
  const answer = atTheTerminal({ input, output })(regions, { signal: new AbortController().signal });
  await once(output, 'data');
  for (const key of keys) input.write(key);
  return answer;
}

describe('the person at a terminal', () => {
  it('chooses with the arrow keys', async () => {
    expect(await press(ENTER)).toEqual({ action: 'accept', content: { region: 'here' } });
    expect(await press(DOWN, ENTER)).toEqual({ action: 'accept', content: { region: 'there' } });
    expect(await press(DOWN, DOWN, UP, ENTER)).toEqual({ action: 'accept', content: { region: 'there' } });
  });

  it('can leave with Ctrl-C', async () => {
    await expect(press(DOWN, CTRL_C)).rejects.toThrow(PersonLeft);
  });
});
