/**
 * Snapshots of everything: the simulated network, the application's state, the ledger, the mempool. Taking one keeps
 * references; going back costs as much as what changed since. A snapshot is used up by going back to it, with all later.
 */
import type { EvmChain } from '../chain/evm_chain.js';
import { pendingTxKey } from '../chain/ledger/keys.js';
import type { ChainState } from '../consensus/types/chain_state.js';
import type { Commit } from '../consensus/types/commit.js';
import type { MempoolSnapshot } from '../mempool/mempool.js';
import type { EvmNode } from '../rpc/evm/node.js';
import type { WorldSnapshot } from '../simulation/world.js';
import type { WriteOp } from '../storage/port.js';
import type { Chain } from './chain.js';
import { forgetPending } from './intake.js';
import type { Mining } from './mining.js';

interface Snapshot {
  readonly id: number;
  readonly height: bigint;
  readonly state: ChainState;
  readonly seenCommit: Commit | undefined;
  readonly world: WorldSnapshot;
  readonly pool: MempoolSnapshot;
  readonly filters: ReturnType<EvmNode['filters']['snapshot']>;
}

export class Snapshots {
  #taken: Snapshot[] = [];
  #nextId = 1;

  constructor(
    private readonly chain: Chain,
    private readonly mining: Mining,
    private readonly blocks: EvmChain,
    private readonly evm: EvmNode,
  ) {}

  /** Between heights. Returns its number, from 1. */
  take(): Promise<number> {
    return this.mining.between(async () => {
      const { ledger, world, pool } = this.chain;
      const id = this.#nextId++;
      this.#taken.push({
        id,
        height: ledger.height,
        state: ledger.state,
        seenCommit: ledger.seenCommit,
        world: world.snapshot(),
        pool: pool.snapshot(),
        filters: this.evm.filters.snapshot(),
      });
      return id;
    });
  }

  revert(id: number): Promise<boolean> {
    return this.mining.between(async () => {
      const at = this.#taken.findIndex((snapshot) => snapshot.id === id);
      const snapshot = this.#taken[at];
      if (snapshot === undefined) return false;
      this.#taken = this.#taken.slice(0, at);
      await this.#goBack(snapshot);
      return true;
    });
  }

  async #goBack({ height, state, seenCommit, world, pool, filters }: Snapshot): Promise<void> {
    const { app, ledger, store, world: network, pool: mempool, durable } = this.chain;
    const writes = [...app.revertTo(height), ...ledger.revertTo(height, state, seenCommit)];
    mempool.restore(pool);
    mempool.release(pool);
    if (durable) writes.push(...(await this.#pendingWrites()));
    await store.batch(writes);
    network.restore(world);
    this.blocks.forget();
    this.evm.filters.restore(filters);
  }

  /** Makes the transactions on disk those of the mempool. */
  async #pendingWrites(): Promise<WriteOp[]> {
    const writes = await forgetPending(this.chain.store);
    for (const { tx, hash } of this.chain.pool.all()) writes.push({ type: 'put', key: pendingTxKey(hash), value: tx });
    return writes;
  }
}
