/**
 * Tests that parts are reverted together: all of them read, then all of them change at once, then each store writes one
 * batch.
 */
import { expect, it } from 'vitest';
import {
  type Batch,
  goBack,
  inMemory,
  savingValue,
  type WayBack,
} from '../../../src/devnet/snapshots/snapshot_part.js';
import { fromUtf8, utf8 } from '../../../src/kernel/text.js';
import type { WriteOp } from '../../../src/storage/store.js';

const put = (key: string): WriteOp => ({ type: 'put', key: utf8(key), value: new Uint8Array(0) });

function aRecord() {
  const events: string[] = [];
  const store = (name: string): Batch => ({
    batch: async (writes) => {
      events.push(`${name} writes ${writes.map(({ key }) => fromUtf8(key)).join(' ')}`);
    },
  });
  const way = (name: string): WayBack => ({
    prepare: async () => {
      events.push(`${name} reads`);
      return () => {
        events.push(`${name} changes`);
        // A change of another part in the same turn comes before this.
        queueMicrotask(() => events.push(`${name} has changed`));
        return [put(name)];
      };
    },
    free: () => {
      events.push(`${name} frees`);
    },
  });
  const record = {
    hold: () => {
      events.push('the record holds');
      return () => void events.push('the record goes on');
    },
  };
  return { events, store, way, record };
}

it('changes all parts in one turn, and writes a batch for each store before the record', async () => {
  const { events, store, way, record } = aRecord();
  const [own, other] = [store('own'), store('other')];
  const ways = [
    { way: way('a'), store: own },
    { way: way('b'), store: other },
    { way: way('c'), store: own },
  ];
  await goBack(ways, record);
  expect(events).toEqual([
    ...['a reads', 'b reads', 'c reads'],
    'the record holds',
    ...['a changes', 'b changes', 'c changes'],
    ...['a has changed', 'b has changed', 'c has changed'],
    ...['own writes a c', 'other writes b'],
    'the record goes on',
    ...['a frees', 'b frees', 'c frees'],
  ]);
});

it('changes nothing when a part cannot read', async () => {
  const { events, store, way, record } = aRecord();
  const failing: WayBack = { prepare: () => Promise.reject(new Error('the disk is full')) };
  const ways = [way('a'), failing].map((one) => ({ way: one, store: store('own') }));
  await expect(goBack(ways, record)).rejects.toThrow('the disk is full');
  expect(events).toEqual(['a reads']);
});

it('restores the value of a part that is in memory alone', async () => {
  const { events, store, record } = aRecord();
  let value = 1;
  const saved = await savingValue(
    () => value,
    (before) => {
      value = before;
    },
  )();
  value = 2;
  const seen: number[] = [];
  const own = store('own');
  const ways = [
    { way: saved, store: own },
    { way: inMemory(() => seen.push(value)), store: own },
  ];
  await goBack(ways, record);
  expect(seen).toEqual([1]);
  expect(events).toEqual(['the record holds', 'own writes ', 'the record goes on']);
});
