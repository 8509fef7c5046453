/**
 * Reverts to an earlier height of the chain without a snapshot of it. State and blocks are reverted by their history,
 * and a network begins there as after a restart. All changes are one batch.
 */
import { HalleyError } from '../../kernel/errors.js';
import type { SimulatedChain } from '../chain/chain.js';
import type { RecordOfChain } from '../chain/chain_activity.js';
import type { Loop } from '../runtime/loop.js';
import { recheck } from '../runtime/recheck.js';
import { revertTarget } from './revert_target.js';
import { type ChainPart, goBack, type RevertTarget, type WayBack } from './snapshot_part.js';
import type { Snapshots } from './snapshots.js';

export class Rollback {
  /** `parts` are those of the chain, in the order in which they are reverted. */
  constructor(
    private readonly node: {
      readonly chain: SimulatedChain;
      readonly loop: Loop;
      readonly snapshots: Snapshots;
      readonly record: RecordOfChain;
      /** Whether other chains know of this one's blocks. */
      readonly host: { readonly isJoined: boolean };
    },
    private readonly parts: readonly ChainPart[],
  ) {}

  /**
   * Removes the newest `depth` blocks. Transactions in the mempool stay if they are still valid. Pending dev
   * transactions are dropped, and the time becomes that of the newest remaining block. Throws HalleyError
   * `invalid-argument` beyond the first block, which exists from the start.
   */
  rollback(depth: bigint): Promise<void> {
    const { chain, loop } = this.node;
    return loop.run(async () => {
      const height = this.heightBelow(depth, 'Rollback');
      if (depth === 0n) return;
      await this.removeAbove(height);
      await recheck(chain, [...chain.pool.all()]);
    });
  }

  /** Returns the height below the newest `depth` blocks. Throws HalleyError where they cannot be removed. */
  heightBelow(depth: bigint, what: 'Rollback' | 'Reorg'): bigint {
    this.#refuseJoined();
    const { blockStore } = this.node.chain;
    const height = blockStore.height - depth;
    if (height >= blockStore.base) return height;
    throw new HalleyError(
      'invalid-argument',
      `${what} depth must not exceed current chain height: current height ${blockStore.height}, depth ${depth}; block ${blockStore.base} exists from the start and stays`,
      { depth },
    );
  }

  /** Removes the blocks above a height. Only a command may call it. The caller rechecks the mempool. */
  async removeAbove(height: bigint): Promise<void> {
    this.node.snapshots.drop((snapshot) => snapshot.height > height);
    await this.#goTo(height, (part, to) => part.rollback?.(to));
  }

  /** Reverts to the first block. Later blocks and settings are lost, as in a new chain. */
  reset(): Promise<void> {
    const { chain, loop, snapshots } = this.node;
    return loop.run(async () => {
      this.#refuseJoined();
      snapshots.drop(() => true);
      await this.#goTo(chain.blockStore.base, (part, to) => part.reset(to));
    });
  }

  #refuseJoined(): void {
    if (this.node.host.isJoined)
      throw new HalleyError(
        'unavailable',
        'other chains of this devnet know of these blocks: revert all chains together with evm_snapshot and evm_revert',
      );
  }

  async #goTo(height: bigint, wayOf: (part: ChainPart, to: RevertTarget) => WayBack | undefined): Promise<void> {
    const { chain, record } = this.node;
    const to = revertTarget(chain.blockStore, chain.simNetwork, height);
    await goBack(
      this.parts.flatMap((part) => {
        const way = wayOf(part, to);
        return way === undefined ? [] : [{ way, store: chain.store }];
      }),
      record,
    );
  }
}
