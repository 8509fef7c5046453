/**
 * Compares a state over another chain's with its reference model, through random heights, reverts and restarts, in
 * memory and in a store.
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AppStateOptions, openAppState } from '../../../src/app/state/open.js';
import { withRemote } from '../../../src/app/state/remote/with_remote.js';
import type { AppState, StateReader } from '../../../src/app/state/types.js';
import { toHex } from '../../../src/kernel/hex.js';
import { MemoryStore } from '../../../src/storage/memory_store.js';
import type { Store } from '../../../src/storage/store.js';
import { doubleOf, type Forked, forkedAfter, localPart, merged, NOTHING_LOCAL, remoteModel } from './forked_model.js';
import {
  appHashFromScratch,
  apply,
  EMPTY_MODEL,
  type Model,
  type Op,
  oracleStateRoot,
  shown,
  shownModel,
  someOps,
} from './model.js';

/** Returns everything that the reader reads, and fetches what it needs. */
const read = (state: AppState, reader: StateReader): readonly string[] | Promise<readonly string[]> =>
  withRemote(state.remote, (through) => shown(through(reader)));

interface Past {
  readonly model: Forked;
  readonly appHash: string;
}

class ForkedScenario {
  state!: AppState;
  private readonly past = new Map<bigint, Past>();
  private tip = -1n;

  constructor(
    private readonly store: Store | undefined,
    private readonly options: AppStateOptions,
    private readonly remote: Model,
  ) {}

  async start(ops: readonly Op[]): Promise<this> {
    await this.open();
    await this.block(ops, EMPTY_MODEL);
    return this;
  }

  private async open(): Promise<void> {
    this.state = await openAppState(this.store, { ...this.options, remote: doubleOf(this.remote) });
  }

  /** Writes a height. Genesis is written as if there were no remote state. Reads during the writes change nothing. */
  async block(ops: readonly Op[], beneath = this.remote, isRead = false): Promise<void> {
    const height = this.tip + 1n;
    const before = this.past.get(this.tip)?.model ?? NOTHING_LOCAL;
    const model = ops.reduce((forked, op) => forkedAfter(forked, op, beneath), before);
    const seen = await withRemote(this.state.remote, () => {
      const working = this.state.begin(height);
      for (const op of ops) apply(working, op);
      return isRead ? shown(working) : undefined;
    });
    if (seen !== undefined) expect(seen).toEqual(shownModel(merged(model, beneath)));
    const { appHash, writes } = this.state.seal();
    await this.store?.batch(writes);
    this.state.commit();
    this.tip = height;
    this.past.set(height, { model, appHash: toHex(appHash) });
  }

  async take(step: Step): Promise<void> {
    if (step.type === 'block') return this.block(step.ops, this.remote, step.isRead);
    if (step.type === 'read') {
      await read(this.state, this.state.latest);
      return;
    }
    if (step.type === 'reopen') return this.store && this.open();
    const target = this.tip > BigInt(step.back) ? this.tip - BigInt(step.back) : 0n;
    if (!this.isRetained(target)) return;
    const writes = this.state.revertTo(target);
    await this.store?.batch(writes);
    for (const height of this.past.keys()) if (height > target) this.past.delete(height);
    this.tip = target;
  }

  private isRetained(height: bigint): boolean {
    try {
      return this.state.at(height) !== undefined;
    } catch {
      return false;
    }
  }

  async check(): Promise<void> {
    for (const [height, { model, appHash }] of this.past) {
      if (!this.isRetained(height)) continue;
      expect(await read(this.state, this.state.at(height))).toEqual(shownModel(merged(model, this.remote)));
      expect(toHex(this.state.stateRoot(height))).toBe(await oracleStateRoot(localPart(model)));
      expect(appHash).toBe(await appHashFromScratch(localPart(model)));
      expect(toHex(this.state.appHash(height))).toBe(appHash);
    }
  }
}

type Step =
  | { readonly type: 'block'; readonly ops: readonly Op[]; readonly isRead: boolean }
  | { readonly type: 'read' }
  | { readonly type: 'revert'; readonly back: number }
  | { readonly type: 'reopen' };

const someStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('block' as const), ops: someOps, isRead: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('read' as const) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('revert' as const), back: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('reopen' as const) }) },
);
const steps = fc.array(someStep, { minLength: 1, maxLength: 12, size: 'max' });
const remotes = fc.array(someOps, { maxLength: 4 }).map((lists) => remoteModel(lists.flat()));
const someOptions: fc.Arbitrary<AppStateOptions> = fc.record(
  { retain: fc.constantFrom(2, 4), recentHeights: fc.constantFrom(1, 3) },
  { requiredKeys: [] },
);

const STORES: readonly (readonly [name: string, make: () => Store | undefined])[] = [
  ['in memory', () => undefined],
  ['in a store', () => new MemoryStore()],
];

describe.each(STORES)('a state over another chain’s, %s', (_, storeOf) => {
  it('equals plain maps over the other chain’s at every height', async () => {
    await fc.assert(
      fc.asyncProperty(remotes, someOps, steps, someOptions, async (remote, genesis, list, options) => {
        const scenario = await new ForkedScenario(storeOf(), options, remote).start(genesis);
        for (const step of list) await scenario.take(step);
        await scenario.check();
      }),
      { numRuns: 80 },
    );
  });
});
