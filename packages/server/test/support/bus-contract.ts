/**
 * What every `SubscriptionBus` must do. A test of an implementation gives the buses of two instances that share one channel,
 * and calls this; nothing in it depends on how long a change takes to arrive.
 */
import type { ChangeEvent, SubscriptionBus } from '@mrtr/server';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';

/** The buses of two instances. For a bus inside one process both are the same object. */
export interface JoinedBuses extends AsyncDisposable {
  readonly here: SubscriptionBus;
  readonly there: SubscriptionBus;
}

const WITHIN = { timeout: 5_000 };

export function describeBus(name: string, join: () => JoinedBuses | Promise<JoinedBuses>): void {
  describe(`the contract of buses, as ${name} keeps it`, () => {
    test('a change reaches every listener, where it happened and elsewhere', async () => {
      await using buses = await join();
      const heard = [listenerOn(buses.here), listenerOn(buses.here), listenerOn(buses.there)];
      await buses.here.publish({ type: 'tools_changed' });
      await buses.there.publish({ type: 'prompts_changed' });
      for (const { events } of heard) {
        await vi.waitFor(
          () => expect(events.map(({ type }) => type).toSorted()).toEqual(['prompts_changed', 'tools_changed']),
          WITHIN,
        );
      }
    });

    test('changes of one instance keep their order', async () => {
      await using buses = await join();
      const { events } = listenerOn(buses.there);
      const sent = Array.from({ length: 100 }, (_, n) => updated(`memo://${n}`));
      // One after the other, and none waits for the one before.
      const published = sent.map(async (event) => buses.here.publish(event));
      await vi.waitFor(() => expect(events).toEqual(sent), WITHIN);
      await Promise.all(published);
    });

    test('a change arrives as it was (for any change)', async () => {
      await using buses = await join();
      const { events } = listenerOn(buses.there);
      const uri = fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('', '__proto__', 'a\nb\0c', '"', 'x'.repeat(10_000), '\u2028', 'memo://é'),
      );
      const event = fc.oneof(
        fc.constantFrom<ChangeEvent[]>(
          { type: 'tools_changed' },
          { type: 'prompts_changed' },
          { type: 'resources_changed' },
        ),
        uri.map(updated),
      );
      await fc.assert(
        fc.asyncProperty(event, async (change) => {
          events.length = 0;
          await buses.here.publish(change);
          await vi.waitFor(() => expect(events).toEqual([change]), WITHIN);
        }),
        { numRuns: 50 },
      );
    });

    test('nobody is told after leaving, and leaving twice takes nobody else along', async () => {
      await using buses = await join();
      const [gone, stays, there] = [listenerOn(buses.here), listenerOn(buses.here), listenerOn(buses.there)];
      gone.leave();
      gone.leave();
      await buses.there.publish({ type: 'tools_changed' });
      await vi.waitFor(() => expect(stays.events).toHaveLength(1), WITHIN);
      await vi.waitFor(() => expect(there.events).toHaveLength(1), WITHIN);
      expect(gone.events).toEqual([]);
    });

    test('one function may listen twice, and leaves once for each', async () => {
      await using buses = await join();
      const events: ChangeEvent[] = [];
      const listener = (event: ChangeEvent): void => void events.push(event);
      const leave = buses.here.subscribe(listener);
      buses.here.subscribe(listener);
      await buses.here.publish(updated('memo://1'));
      await vi.waitFor(() => expect(events).toHaveLength(2), WITHIN);
      leave();
      await buses.here.publish(updated('memo://2'));
      const { events: later } = listenerOn(buses.here);
      await buses.here.publish(updated('memo://3'));
      await vi.waitFor(() => expect(later).toEqual([updated('memo://3')]), WITHIN);
      expect(events.slice(2)).toEqual([updated('memo://2'), updated('memo://3')]);
    });

    test('a listener may leave, and others may come, while a change is told', async () => {
      await using buses = await join();
      const heard: string[] = [];
      const leave = buses.here.subscribe(() => {
        heard.push('first');
        leave();
        buses.here.subscribe(() => void heard.push('late'));
      });
      const last = listenerOn(buses.here);
      await buses.here.publish(updated('memo://1'));
      await vi.waitFor(() => expect(last.events).toHaveLength(1), WITHIN);
      await buses.here.publish(updated('memo://2'));
      await vi.waitFor(() => expect(last.events).toHaveLength(2), WITHIN);
      await vi.waitFor(() => expect(heard).toEqual(['first', 'late']), WITHIN);
    });

    test('a listener that another makes leave while a change is told hears nothing of it', async () => {
      await using buses = await join();
      const order: string[] = [];
      const leave: (() => void)[] = [];
      for (const who of ['a', 'b']) {
        leave.push(
          buses.here.subscribe(() => {
            order.push(who);
            for (const each of leave) each();
          }),
        );
      }
      const last = listenerOn(buses.here);
      await buses.here.publish({ type: 'tools_changed' });
      await vi.waitFor(() => expect(last.events).toHaveLength(1), WITHIN);
      expect(order).toHaveLength(1);
    });

    test('a listener that throws keeps no other from hearing', async () => {
      await using buses = await join();
      buses.here.subscribe(() => {
        throw new Error('a listener');
      });
      const { events } = listenerOn(buses.here);
      // Where the error goes is the bus's own affair.
      await Promise.resolve()
        .then(() => buses.here.publish({ type: 'tools_changed' }))
        .catch(() => undefined);
      await vi.waitFor(() => expect(events).toEqual([{ type: 'tools_changed' }]), WITHIN);
    });

    test('publishing where nobody listens is no error', async () => {
      await using buses = await join();
      const { leave } = listenerOn(buses.here);
      leave();
      await expect(Promise.resolve(buses.here.publish({ type: 'tools_changed' }))).resolves.toBeUndefined();
    });
  });
}

function updated(uri: string): ChangeEvent {
  return { type: 'resource_updated', uri };
}

function listenerOn(bus: SubscriptionBus): { events: ChangeEvent[]; leave: () => void } {
  const events: ChangeEvent[] = [];
  return { events, leave: bus.subscribe((event) => void events.push(event)) };
}
