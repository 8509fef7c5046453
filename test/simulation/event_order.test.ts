/** Compares the queue and the alarms with lists that are sorted again for every read. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Alarm, Alarms } from '../../src/simulation/delivery/alarms.js';
import { EventQueue, isBefore, type QueuedEvent } from '../../src/simulation/delivery/event_queue.js';

const times = fc.bigInt(0n, 9n);
const inOrder = <T extends { readonly time: bigint; readonly serial: number }>(list: readonly T[]): T[] =>
  [...list].sort((a, b) => (isBefore(a, b) ? -1 : 1));

test('the queue returns its events by time, and by arrival when times are equal', () => {
  fc.assert(
    fc.property(fc.array(fc.option(times), { maxLength: 200 }), (steps) => {
      let queue = new EventQueue();
      let model: QueuedEvent[] = [];
      steps.forEach((time, serial) => {
        if (time === null) {
          const [least, ...rest] = inOrder(model);
          expect(queue.peek()).toEqual(least);
          expect(queue.pop()).toEqual(least);
          model = rest;
          return;
        }
        const event: QueuedEvent = { time, serial, node: 0, input: { type: 'start' } };
        queue.push(event);
        model.push(event);
        if (serial % 7 === 0) queue = new EventQueue(queue.items());
        expect(queue.size).toBe(model.length);
      });
    }),
  );
});

test('a broadcast reaches each other node in turn, between the events queued before and after it', () => {
  const round = fc.record({ time: times, but: fc.option(fc.nat(4)) });
  fc.assert(
    fc.property(fc.array(fc.option(round), { maxLength: 100 }), (steps) => {
      let queue = new EventQueue();
      let model: QueuedEvent[] = [];
      let serial = 0;
      const input = { type: 'start' } as const;
      steps.forEach((step, index) => {
        if (step === null) {
          const [least, ...rest] = inOrder(model);
          expect(queue.pop()).toEqual(least);
          model = rest;
          return;
        }
        const { time, but } = step;
        const nodes = but === null ? [3] : [0, 1, 2, 3, 4].filter((node) => node !== but);
        model.push(...nodes.map((node, i) => ({ time, serial: serial + i, node, input })));
        if (but === null) queue.push({ time, serial, node: 3, input });
        else expect(queue.pushToOthers(time, serial, but, 5, input)).toBe(4);
        serial += nodes.length;
        if (index % 7 === 0) queue = new EventQueue(queue.items());
        if (index % 2 === 0) expect(queue.peek()).toEqual(inOrder(model)[0]);
        expect(queue.size).toBe(model.length);
        expect(queue.items()).toEqual(inOrder(model));
      });
    }),
  );
});

test('the queue swaps inputs in place', () => {
  const queue = new EventQueue();
  for (let serial = 0; serial < 20; serial++)
    queue.push({
      time: BigInt(serial % 3),
      serial,
      node: serial,
      input: { type: serial % 2 ? 'start' : 'transactions available' },
    });
  // A look at the next event does not retain its input.
  expect(queue.peek()?.input).toEqual({ type: 'transactions available' });
  queue.pop();
  expect(queue.peek()?.input).toEqual({ type: 'start' });
  queue.mapInputs((input) => (input.type === 'start' ? { type: 'transactions available' } : input));
  const order: number[] = [];
  for (let event = queue.pop(); event !== undefined; event = queue.pop()) {
    expect(event.input.type).toBe('transactions available');
    order.push(event.serial);
  }
  expect(order).toEqual(
    inOrder(order.map((serial) => ({ time: BigInt(serial % 3), serial }))).map(({ serial }) => serial),
  );
});

test('the earliest alarm is the earliest of all slots', () => {
  const action = fc.record({ slot: fc.nat(5), time: fc.option(times), look: fc.boolean() });
  fc.assert(
    fc.property(fc.array(action, { maxLength: 100 }), (actions) => {
      const alarms = new Alarms(new Array(6).fill(undefined));
      const model = new Map<number, Alarm>();
      actions.forEach(({ slot, time, look }, serial) => {
        if (time === null) {
          alarms.clear(slot);
          model.delete(slot);
        } else {
          const alarm = { slot, time, serial };
          alarms.set(alarm);
          model.set(slot, alarm);
        }
        expect(alarms.get(slot)).toBe(model.get(slot));
        if (look) expect(alarms.earliest()).toBe(inOrder([...model.values()])[0]);
      });
      expect(new Alarms(alarms.slots()).earliest()).toBe(inOrder([...model.values()])[0]);
    }),
  );
});
