import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AppStateOptions, openAppState } from '../../../src/app/state/open.js';
import type { AppState } from '../../../src/app/state/types.js';
import { MemoryStore } from '../../../src/storage/memory_store.js';
import { draws } from '../../support/draws.js';
import { ADDRESSES, apply, KEYS, type Op, SLOTS, STORES, someOps } from './model.js';
import { contentOf, type Flush, StateScenario, steps } from './state_scenario.js';

const someOptions: fc.Arbitrary<AppStateOptions> = fc.record(
  { retain: fc.constantFrom(2, 4), recentHeights: fc.constantFrom(1, 3) },
  { requiredKeys: [] },
);

describe('the versioned state', () => {
  it('equals plain copies of maps at every height, in memory', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt({ min: 0n, max: 5n }),
        someOps,
        steps,
        someOptions,
        async (height, genesis, list, options) => {
          const scenario = await new StateScenario(undefined, options).start(height, genesis);
          for (const step of list) {
            await scenario.take(step);
            scenario.glance();
          }
          await scenario.check();
        },
      ),
      { numRuns: draws(60) },
    );
  });

  it('equals plain copies of maps at every height, in a store, whenever the batches are written', async () => {
    const aFlush = fc.constantFrom<Flush>('before the commit', 'after the commit', 'before the second commit after');
    await fc.assert(
      fc.asyncProperty(someOps, steps, someOptions, aFlush, async (genesis, list, options, flush) => {
        const scenario = await new StateScenario(new MemoryStore(), options, flush).start(0n, genesis);
        for (const step of list) {
          await scenario.take(step);
          scenario.glance();
        }
        await scenario.check();
      }),
      { numRuns: draws(80) },
    );
  });

  it('leaves no trace of reverted heights in the store', async () => {
    const blocks = fc.array(someOps, { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(blocks, blocks, blocks, async (first, reverted, second) => {
        const [went, never] = [new MemoryStore(), new MemoryStore()];
        const scenario = await new StateScenario(went, {}).start(1n, []);
        for (const ops of [...first, ...reverted]) await scenario.block(ops);
        await scenario.take({ type: 'revert', back: reverted.length });
        for (const ops of second) await scenario.block(ops);
        const straight = await new StateScenario(never, {}).start(1n, []);
        for (const ops of [...first, ...second]) await straight.block(ops);
        expect(await contentOf(went)).toEqual(await contentOf(never));
      }),
      { numRuns: draws(60) },
    );
  });

  it.each([1, 2, 3])('proves reverted heights anew, with %i trees in memory', async (recentHeights) => {
    const blocksOf = (seed: number): readonly (readonly Op[])[] =>
      [1, 2, 3, 4, 5, 6].map((height) => [
        { type: 'account', address: height % 5, nonce: BigInt(seed), balance: BigInt(seed + height), code: 0 },
        { type: 'slot', address: height % 5, slot: height % 4, value: seed + height },
        { type: 'set', store: 0, key: height % 6, value: seed + height },
        { type: 'set', store: 1, key: (height + 1) % 6, value: seed + 2 * height },
      ]);
    const opened = async (blocks: readonly (readonly Op[])[]): Promise<AppState> =>
      extend(await openAppState(undefined, { recentHeights }), blocks);
    const extend = (state: AppState, blocks: readonly (readonly Op[])[]): AppState => {
      for (const ops of blocks) {
        const working = state.begin((state.height ?? 0n) + 1n);
        for (const op of ops) apply(working, op);
        state.seal();
        state.commit();
      }
      return state;
    };
    const proofs = (state: AppState) =>
      [1n, 2n, 3n, 4n, 5n, 6n].map((height) => [
        ADDRESSES.map((address) => state.proveAccount(height, address, SLOTS)),
        STORES.flatMap((store) => KEYS.map((key) => state.proveStore(height, store, key))),
        state.proveStateRoot(height),
      ]);
    const [first, second] = [blocksOf(10), blocksOf(90)];
    const detour = await opened(first);
    proofs(detour);
    detour.revertTo(2n);
    extend(detour, second.slice(2));
    const straight = await opened([...first.slice(0, 2), ...second.slice(2)]);
    expect(proofs(detour)).toEqual(proofs(straight));
  });

  it('writes nothing for a value that does not change', async () => {
    const store = new MemoryStore();
    const ops: readonly Op[] = [
      { type: 'account', address: 0, nonce: 1n, balance: 5n, code: 1 },
      { type: 'slot', address: 0, slot: 1, value: 9 },
      { type: 'set', store: 0, key: 0, value: 1 },
    ];
    const scenario = await new StateScenario(store, {}).start(1n, ops);
    const before = (await contentOf(store)).length;
    await scenario.block([...ops, { type: 'delete', store: 1, key: 3 }]);
    expect((await contentOf(store)).length).toBe(before + 1);
    await scenario.check();
  });

  it('refuses to commit what was not sealed, and what was written after sealing', async () => {
    const state = await openAppState(undefined);
    expect(() => state.commit()).toThrow('no height was sealed');
    const working = state.begin(0n);
    expect(() => state.commit()).toThrow('no height was sealed');
    state.seal();
    working.set('bank', Uint8Array.of(1), Uint8Array.of(1));
    expect(() => state.commit()).toThrow('after it was sealed');
    state.seal();
    state.commit();
    expect(() => state.begin(2n)).toThrow('height 2 was begun on a state of height 0');
  });
});
