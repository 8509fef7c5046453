import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AppStateOptions, openAppState } from '../../../src/app/state/open.js';
import type { AppState, StateReader } from '../../../src/app/state/types.js';
import { toHex } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';
import { MemoryStore } from '../../../src/storage/memory_store.js';
import type { Store, WriteOp } from '../../../src/storage/port.js';
import {
  appHashFromScratch,
  apply,
  EMPTY_MODEL,
  type Model,
  modelAfter,
  type Op,
  oracleStateRoot,
  shown,
  shownModel,
  someOps,
} from './model.js';

/** When a height's batch is written: all three orders are allowed. */
type Flush = 'before the commit' | 'after the commit' | 'before the second commit after';

type Step =
  | { readonly type: 'block'; readonly ops: readonly Op[] }
  | { readonly type: 'discarded block'; readonly ops: readonly Op[]; readonly seal: boolean }
  | { readonly type: 'revert'; readonly back: number }
  | { readonly type: 'reopen' };

const aStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('block' as const), ops: someOps }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('discarded block' as const), ops: someOps, seal: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('revert' as const), back: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('reopen' as const) }) },
);
const steps = fc.array(aStep, { minLength: 1, maxLength: 14 });

interface Past {
  readonly model: Model;
  readonly appHash: string;
  readonly stateRoot: string;
  readonly reader: StateReader;
}

/** A state beside its dumb twin. */
class Trial {
  private state!: AppState;
  private readonly past = new Map<bigint, Past>();
  private unwritten: (readonly WriteOp[])[] = [];
  private tip = 0n;

  constructor(
    private readonly store: Store | undefined,
    private readonly options: AppStateOptions,
    private readonly flush: Flush = 'before the commit',
  ) {}

  async start(genesisHeight: bigint, ops: readonly Op[]): Promise<this> {
    this.state = await openAppState(this.store, this.options);
    expect(this.state.height).toBeUndefined();
    this.tip = genesisHeight - 1n;
    await this.block(ops);
    return this;
  }

  async take(step: Step): Promise<void> {
    switch (step.type) {
      case 'block':
        return this.block(step.ops);
      case 'discarded block': {
        const working = this.state.begin(this.tip + 1n);
        for (const op of step.ops) apply(working, op);
        if (step.seal) this.state.seal();
        return;
      }
      case 'revert':
        return this.revert(step.back);
      case 'reopen':
        return this.reopen();
    }
  }

  async block(ops: readonly Op[]): Promise<void> {
    const height = this.tip + 1n;
    const before = this.past.get(this.tip)?.model ?? EMPTY_MODEL;
    const working = this.state.begin(height);
    for (const op of ops) apply(working, op);
    const sealed = this.state.seal();
    if (this.store === undefined) expect(sealed.writes).toEqual([]);
    await this.write(sealed.writes, () => this.state.commit());
    this.tip = height;
    const [appHash, stateRoot] = [toHex(sealed.appHash), toHex(sealed.stateRoot)];
    this.past.set(height, { model: ops.reduce(modelAfter, before), appHash, stateRoot, reader: this.state.latest });
  }

  private async write(writes: readonly WriteOp[], commit: () => void): Promise<void> {
    if (this.flush === 'before the commit') await this.store?.batch(writes);
    commit();
    this.unwritten.push(this.flush === 'before the commit' ? [] : writes);
    const keep = this.flush === 'before the second commit after' ? 1 : 0;
    await this.writeAllBut(keep);
  }

  private async writeAllBut(kept: number): Promise<void> {
    for (const writes of this.unwritten.splice(0, this.unwritten.length - kept)) await this.store?.batch(writes);
  }

  private async revert(back: number): Promise<void> {
    const oldest = this.oldest();
    const target = this.tip - BigInt(back) < oldest ? oldest : this.tip - BigInt(back);
    const writes = this.state.revertTo(target);
    await this.writeAllBut(0);
    await this.store?.batch(writes);
    for (const height of [...this.past.keys()].filter((h) => h > target)) {
      expect(() => shown(this.past.get(height)?.reader as StateReader)).toThrow(`height ${height} was reverted`);
      this.past.delete(height);
    }
    this.tip = target;
  }

  private async reopen(): Promise<void> {
    if (this.store === undefined) return;
    await this.writeAllBut(0);
    this.state = await openAppState(this.store, this.options);
    for (const [height, past] of this.past)
      if (height >= this.oldest()) this.past.set(height, { ...past, reader: this.state.at(height) });
  }

  /** By what is readable: options may have dropped heights. */
  private oldest(): bigint {
    let height = this.tip;
    while (this.isKept(height - 1n)) height--;
    return height;
  }

  private isKept(height: bigint): boolean {
    try {
      this.state.at(height);
      return true;
    } catch {
      return false;
    }
  }

  async check(): Promise<void> {
    expect(this.state.height).toBe(this.tip);
    const oldest = this.oldest();
    const { retain } = this.options;
    const kept = [...this.past.keys()].filter((height) => height >= oldest);
    if (retain === undefined) expect(kept.length).toBe(this.past.size);
    else expect(kept.length).toBeLessThanOrEqual(Math.max(retain, 2));
    for (const height of kept) {
      const { model, appHash, stateRoot, reader } = this.past.get(height) as Past;
      expect(shown(this.state.at(height))).toEqual(shownModel(model));
      expect(shown(reader)).toEqual(shownModel(model));
      expect(toHex(this.state.appHash(height))).toBe(appHash);
      expect(toHex(this.state.stateRoot(height))).toBe(stateRoot);
      expect(await oracleStateRoot(model)).toBe(stateRoot);
      expect(await appHashFromScratch(model)).toBe(appHash);
    }
    expect(shown(this.state.latest)).toEqual(shownModel(this.past.get(this.tip)?.model as Model));
    for (const height of [oldest - 1n, this.tip + 1n, -1n, 1n << 70n])
      expect(() => this.state.at(height)).toThrow(height > this.tip ? 'ahead of the state' : 'not kept');
    expect(() => this.state.revertTo(this.tip + 1n)).toThrow('ahead of the state');
  }
}

const someOptions: fc.Arbitrary<AppStateOptions> = fc.record(
  { retain: fc.constantFrom(2, 4), recentHeights: fc.constantFrom(1, 3) },
  { requiredKeys: [] },
);

async function contentOf(store: Store): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const [key, value] of store.entries({ gte: new Uint8Array(0), lt: Uint8Array.of(255) }))
    found.push(`${toHex(key)} ${toHex(value)}`);
  return found;
}

describe('the versioned state', () => {
  it('is at every height what plain copies of maps are, in memory', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt({ min: 0n, max: 5n }),
        someOps,
        steps,
        someOptions,
        async (height, genesis, list, options) => {
          const trial = await new Trial(undefined, options).start(height, genesis);
          for (const step of list) await trial.take(step);
          await trial.check();
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is at every height what plain copies of maps are, in a store, whenever the batches are written', async () => {
    const aFlush = fc.constantFrom<Flush>('before the commit', 'after the commit', 'before the second commit after');
    await fc.assert(
      fc.asyncProperty(someOps, steps, someOptions, aFlush, async (genesis, list, options, flush) => {
        const trial = await new Trial(new MemoryStore(), options, flush).start(0n, genesis);
        for (const step of list) await trial.take(step);
        await trial.check();
      }),
      { numRuns: 80 },
    );
  });

  it('leaves no trace of reverted heights in the store', async () => {
    const blocks = fc.array(someOps, { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(blocks, blocks, blocks, async (first, reverted, second) => {
        const [went, never] = [new MemoryStore(), new MemoryStore()];
        const trial = await new Trial(went, {}).start(1n, []);
        for (const ops of [...first, ...reverted]) await trial.block(ops);
        await trial.take({ type: 'revert', back: reverted.length });
        for (const ops of second) await trial.block(ops);
        const straight = await new Trial(never, {}).start(1n, []);
        for (const ops of [...first, ...second]) await straight.block(ops);
        expect(await contentOf(went)).toEqual(await contentOf(never));
      }),
      { numRuns: 60 },
    );
  });

  it('writes nothing for a value that is set to what it was', async () => {
    const store = new MemoryStore();
    const ops: readonly Op[] = [
      { type: 'account', address: 0, nonce: 1n, balance: 5n, code: 1 },
      { type: 'slot', address: 0, slot: 1, value: 9 },
      { type: 'set', store: 0, key: 0, value: 1 },
    ];
    const trial = await new Trial(store, {}).start(1n, ops);
    const before = (await contentOf(store)).length;
    await trial.block([...ops, { type: 'delete', store: 1, key: 3 }]);
    expect((await contentOf(store)).length).toBe(before + 1);
    await trial.check();
  });

  it('holds in a store no more than the retained heights need', async () => {
    const store = new MemoryStore();
    const trial = await new Trial(store, { retain: 3 }).start(1n, []);
    const sizes: number[] = [];
    for (let i = 0; i < 40; i++) {
      await trial.block([
        { type: 'set', store: 0, key: 0, value: (i % 3) + 1 },
        i % 2 === 0 ? { type: 'set', store: 1, key: 1, value: 1 } : { type: 'delete', store: 1, key: 1 },
      ]);
      sizes.push((await contentOf(store)).length);
    }
    expect(Math.max(...sizes.slice(10))).toBeLessThanOrEqual(Math.max(...sizes.slice(4, 10)));
    await trial.check();
  });

  it('works off a smaller number of heights to keep over the next blocks', async () => {
    const store = new MemoryStore();
    const all = await openAppState(store);
    const block = async (state: AppState): Promise<void> => {
      const height = (state.height ?? 0n) + 1n;
      state.begin(height).set('bank', Uint8Array.of(Number(height) % 3), utf8(`${height}`));
      await store.batch(state.seal().writes);
      state.commit();
    };
    for (let i = 0; i < 150; i++) await block(all);
    const before = (await contentOf(store)).length;
    const few = await openAppState(store, { retain: 10 });
    expect(few.at(1n).get('bank', Uint8Array.of(1))).toEqual(utf8('1'));
    const reader = few.at(100n);
    for (let i = 0; i < 3; i++) await block(few);
    expect(() => few.at(143n)).toThrow('not kept');
    expect(() => reader.get('bank', Uint8Array.of(1))).toThrow('not kept');
    expect(few.at(144n).get('bank', Uint8Array.of(0))).toEqual(utf8('144'));
    expect((await contentOf(store)).length).toBeLessThan(before / 5);
  });

  it('refuses to keep fewer than two heights', async () => {
    await expect(openAppState(undefined, { retain: 1 })).rejects.toMatchObject({ code: 'invalid-argument' });
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
