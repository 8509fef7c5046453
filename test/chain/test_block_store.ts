/**
 * Makes a test's own chain in a real block store: heights with Ethereum transactions, changing validators and
 * parameters.
 */
import type { FinalizeBlockResponse } from '../../src/abci/application.js';
import { BlockStore } from '../../src/chain/block_store/block_store.js';
import type { CommittedHeight } from '../../src/chain/block_store/committed_height.js';
import { encodeBlock, makeBlock } from '../../src/consensus/types/block.js';
import { type ChainState, nextState } from '../../src/consensus/types/chain_state.js';
import { type Commit, EMPTY_COMMIT } from '../../src/consensus/types/commit.js';
import { headerHash } from '../../src/consensus/types/header.js';
import { partSetOf } from '../../src/consensus/types/part_set.js';
import { toHex } from '../../src/kernel/hex.js';
import { unixSeconds } from '../../src/kernel/time.js';
import { MemoryStore } from '../../src/storage/memory_store.js';
import { aGenesis, aKey } from '../consensus/chain_kit.js';
import { aRecord, aWord, inBlock, type Mined } from './evm/block_kit.js';

const PROPOSER = aKey('alice');

export const firstState = (initialHeight = 1n): ChainState => ({
  ...aGenesis([{ key: PROPOSER, power: 10n }]),
  initialHeight,
});

export class TestBlockStore {
  readonly committed: CommittedHeight[] = [];

  private constructor(
    readonly store: MemoryStore,
    readonly blockStore: BlockStore,
  ) {}

  static async found(genesis = firstState(), durable = true): Promise<TestBlockStore> {
    const store = new MemoryStore();
    const { blockStore, writes } = BlockStore.found(store, durable, genesis);
    await store.batch(writes);
    return new TestBlockStore(store, blockStore);
  }

  /**
   * Returns the next height. Each height increases the validator's power and the block size, so that no two heights are
   * alike.
   */
  next(of: readonly Mined[] = [], change: Partial<FinalizeBlockResponse> = {}): CommittedHeight {
    const { state, seenCommit } = this.blockStore;
    const height = this.blockStore.height + 1n;
    const txs = of.map(({ tx }) => tx);
    const time = state.lastBlockTime + 1_000_000_000n;
    const block = makeBlock(state, height, txs, [], seenCommit ?? EMPTY_COMMIT, time, PROPOSER.address);
    const record = encodeBlock(block);
    const blockId = { hash: headerHash(block.header), parts: partSetOf(record).header };
    const response: FinalizeBlockResponse = {
      events: [],
      txResults: of.map(({ result }) => inBlock(result, blockId.hash, height, unixSeconds(time))),
      validatorUpdates: [{ pubKey: PROPOSER.pubKey, power: 10n + height }],
      consensusParamUpdates: { block: { maxBytes: 5_000_000n + height, maxGas: 2_000_000n + height } },
      appHash: aWord(Number(height)),
      ...change,
    };
    const seen: Commit = { ...EMPTY_COMMIT, height, blockId };
    const evm = aRecord(of, { stateRoot: aWord(Number(height)), gasLimit: 30_000_000n + height, baseFeePerGas: 0n });
    return {
      block,
      blockId,
      record,
      seenCommit: seen,
      response,
      state: nextState(state, block, blockId, response),
      evm,
    };
  }

  async commit(of: readonly Mined[] = [], change: Partial<FinalizeBlockResponse> = {}): Promise<CommittedHeight> {
    const committed = this.next(of, change);
    await this.store.batch(this.blockStore.prepare(committed));
    this.blockStore.publish(committed);
    this.committed.push(committed);
    return committed;
  }

  async revertTo(height: bigint): Promise<void> {
    const at = this.committed.find(({ block }) => block.header.height === height);
    const state = at?.state ?? firstState(this.blockStore.base);
    await this.store.batch(this.blockStore.revertTo(height, state, at?.seenCommit));
    this.committed.length = Number(height - this.blockStore.base + 1n);
  }

  /** Lists the keys of everything that is stored. */
  async keys(): Promise<string[]> {
    const keys: string[] = [];
    const all = { gte: new Uint8Array(0), lt: Uint8Array.of(255) };
    for await (const [key] of this.store.entries(all)) keys.push(toHex(key));
    return keys;
  }

  /** Continues the chain after a restart. */
  restarted(): TestBlockStore {
    const testDevnet = new TestBlockStore(this.store, this.reopened() as BlockStore);
    testDevnet.committed.push(...this.committed);
    return testDevnet;
  }

  /** Opens the store as after a restart: only stored data is known. */
  reopened(): BlockStore | undefined {
    return BlockStore.open(this.store);
  }
}
