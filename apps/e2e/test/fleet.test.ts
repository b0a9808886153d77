import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@mrtr/client';
import { describe, expect, test } from 'vitest';
import { Fleet } from '../src/fleet.js';

const OLD = 'the key that this fleet has sealed with so far';
const NEW = 'the key that it is going to seal with from now on';
const FLOWS = 10_000;
const CONCURRENCY = 16;
/** Seconds one round's state lives: short, so that the last phase of a rotation comes soon. */
const TTL = 3;

function clientOf(fleet: Fleet): Client {
  return new Client(fleet.transport, { onElicit: () => ({ action: 'accept', content: { region: 'eu-west-1' } }) });
}

/** Runs flows of two rounds until told to stop, and counts. */
async function load(
  client: Client,
  more: (started: number) => boolean,
): Promise<{ finished: number; lost: unknown[] }> {
  let started = 0;
  let finished = 0;
  const lost: unknown[] = [];
  const worker = async () => {
    while (more(started)) {
      const name = `orders-${started++}`;
      try {
        const { content } = await client.callTool('provision', { name });
        expect(content).toEqual([{ type: 'text', text: `${name} in eu-west-1, round 2` }]);
        finished++;
      } catch (error) {
        lost.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return { finished, lost };
}

describe('two instances with the same keys behind a round-robin', () => {
  test(`finish ${FLOWS.toLocaleString('en')} flows without a loss`, async () => {
    await using fleet = await Fleet.start(2, { keys: [OLD] });
    const { finished, lost } = await load(clientOf(fleet), (started) => started < FLOWS);
    expect(lost).toEqual([]);
    expect(finished).toBe(FLOWS);
  });

  test('lose no flow in any of the three phases of a rotation under load', async () => {
    await using fleet = await Fleet.start(2, { keys: [OLD], ttl: TTL });
    let rotating = true;
    const counted = load(clientOf(fleet), () => rotating);
    await fleet.roll({ keys: [OLD, NEW], ttl: TTL });
    await fleet.roll({ keys: [NEW, OLD], ttl: TTL });
    await sleep(TTL * 1000);
    await fleet.roll({ keys: [NEW], ttl: TTL });
    rotating = false;
    const { finished, lost } = await counted;
    expect(lost).toEqual([]);
    expect(finished).toBeGreaterThan(100);
  });
});
