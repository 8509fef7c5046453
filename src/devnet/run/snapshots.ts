/**
 * Snapshots of everything: the simulated network, the application's state, the ledger, the mempool. Taking one keeps
 * references; going back costs as much as what changed since. A snapshot is used up by going back to it, with all later.
 */
import type { EvmChain } from '../../chain/evm_chain.js';
import type { ChainState } from '../../consensus/types/chain_state.js';
import type { Commit } from '../../consensus/types/commit.js';
import type { MempoolSnapshot } from '../../mempool/mempool.js';
import type { EvmNode } from '../../rpc/evm/node.js';
import type { WorldSnapshot } from '../../simulation/world.js';
import type { Chain } from '../chain.js';
import { OBSERVED_NODE } from '../views/observed_node.js';
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
    const { app, ledger, store, world: network, pool: mempool, waiting } = this.chain;
    const writes = [...app.revertTo(height), ...ledger.revertTo(height, state, seenCommit)];
    mempool.restore(pool);
    mempool.release(pool);
    network.restore(world);
    const { pending } = network.node(OBSERVED_NODE).engine.pool;
    await store.batch([
      ...writes,
      ...(await waiting.replaceTxs(mempool.all())),
      ...(await waiting.replaceEvidence(pending)),
    ]);
    this.blocks.forget();
    this.evm.filters.restore(filters);
  }
}
