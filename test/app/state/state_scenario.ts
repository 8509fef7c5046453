/** Takes a state and its reference model through random steps; for `history.test.ts`. */
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { type AppStateOptions, openAppState } from '../../../src/app/state/open.js';
import type { AppState, StateReader } from '../../../src/app/state/types.js';
import { toHex } from '../../../src/kernel/hex.js';
import type { Store, WriteOp } from '../../../src/storage/store.js';
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

/** Order in which a height's batch is written: all three are allowed. */
export type Flush = 'before the commit' | 'after the commit' | 'before the second commit after';

export type Step =
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
export const steps = fc.array(aStep, { minLength: 1, maxLength: 24, size: 'max' });

interface Past {
  readonly model: Model;
  readonly appHash: string;
  readonly stateRoot: string;
  readonly reader: StateReader;
}

export class StateScenario {
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
    // Old versions are readable also while batches are being written.
    this.glance();
    this.unwritten.push(this.flush === 'before the commit' ? [] : writes);
    const keep = this.flush === 'before the second commit after' ? 1 : 0;
    await this.writeAllBut(keep);
  }

  private async writeAllBut(retained: number): Promise<void> {
    for (const writes of this.unwritten.splice(0, this.unwritten.length - retained)) await this.store?.batch(writes);
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

  /** Returns the oldest readable height: options may have dropped heights. */
  private oldest(): bigint {
    let height = this.tip;
    while (this.isRetained(height - 1n)) height--;
    return height;
  }

  private isRetained(height: bigint): boolean {
    try {
      this.state.at(height);
      return true;
    } catch {
      return false;
    }
  }

  /** Checks that the last heights read correctly. */
  glance(): void {
    for (const [height, { model }] of [...this.past].slice(-4))
      if (this.isRetained(height)) expect(shown(this.state.at(height))).toEqual(shownModel(model));
  }

  async check(): Promise<void> {
    expect(this.state.height).toBe(this.tip);
    const oldest = this.oldest();
    const { retain } = this.options;
    const retained = [...this.past.keys()].filter((height) => height >= oldest);
    if (retain === undefined) expect(retained.length).toBe(this.past.size);
    else expect(retained.length).toBeLessThanOrEqual(Math.max(retain, 2));
    for (const height of retained) {
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
      expect(() => this.state.at(height)).toThrow(height > this.tip ? 'ahead of the state' : 'was pruned');
    expect(() => this.state.revertTo(this.tip + 1n)).toThrow('ahead of the state');
  }
}

/** Returns every record, as text. */
export async function contentOf(store: Store): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const [key, value] of store.entries({ gte: new Uint8Array(0), lt: Uint8Array.of(255) }))
    found.push(`${toHex(key)} ${toHex(value)}`);
  return found;
}
