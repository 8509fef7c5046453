/**
 * Back to a height that the chain had, without a snapshot of it: state and blocks go back by their history, and a network
 * begins there as after a restart. All of it is one batch.
 */

import { type Standing, standingAt } from '../../chain/block_store/state_at.js';
import type { EvmChain } from '../../chain/evm_chain.js';
import { commitOfVotes } from '../../consensus/tally/commit_of_votes.js';
import { HalleyError } from '../../kernel/errors.js';
import { finish } from '../../kernel/steps.js';
import type { FilterStore } from '../../rpc/evm/filters.js';
import type { WriteOp } from '../../storage/store.js';
import type { Impersonation } from '../actions/impersonation.js';
import type { Instance } from '../actions/instance_id.js';
import { blockLimitsOf } from '../chain/block_limits.js';
import type { Chain } from '../chain/chain.js';
import { pastBlocks } from '../chain/past_blocks.js';
import type { ChainClock } from '../clock/chain_clock.js';
import type { MiningMode } from '../mining/mining_mode.js';
import type { BlockProducer } from './block_producer.js';
import type { Loop } from './loop.js';
import { prepareRevert } from './prepare_revert.js';
import { recheck } from './recheck.js';
import { inSlices } from './slices.js';
import type { Snapshots } from './snapshots.js';
import type { TxWaits } from './tx_waits.js';

export interface RollbackDeps {
  readonly chain: Chain;
  readonly loop: Loop;
  readonly heights: BlockProducer;
  readonly clock: ChainClock;
  readonly waits: TxWaits;
  readonly blocks: EvmChain;
  readonly snapshots: Snapshots;
  readonly impersonation: Impersonation;
  readonly filters: FilterStore;
  readonly instance: Instance;
  /** Of a chain that begins. */
  readonly miningMode: MiningMode;
  /** Whether other chains know of this one's blocks. */
  readonly isJoined?: (() => boolean) | undefined;
}

export class Rollback {
  constructor(private readonly parts: RollbackDeps) {}

  /**
   * Takes so many of the newest blocks back. What waits in the mempool stays as far as it still can be; steering that
   * waits goes, and the time is that of the newest block that is left. Throws HalleyError `invalid-argument` beyond the
   * first block, which exists from the start.
   */
  rollback(depth: bigint): Promise<void> {
    const { chain, loop, clock, snapshots } = this.parts;
    return loop.between(async () => {
      this.#refuseJoined();
      const { blockStore, pool, simNetwork } = chain;
      const height = blockStore.height - depth;
      if (height < blockStore.base)
        throw new HalleyError(
          'invalid-argument',
          `Rollback depth must not exceed current chain height: current height ${blockStore.height}, depth ${depth}; block ${blockStore.base} exists from the start and stays`,
          { depth },
        );
      if (depth === 0n) return;
      const { miningMode } = simNetwork;
      await this.#goTo(height, async () => () => {
        if (miningMode !== undefined) simNetwork.setMiningMode(miningMode);
        clock.goBack(blockStore.state.lastBlockTime);
        snapshots.drop((snapshot) => snapshot.height > height);
        pool.forgetSeen();
        return [];
      });
      await recheck(chain, [...pool.all()]);
    });
  }

  /** Back to the first block, with nothing of what came after it, or was set since: as a chain that has just begun. */
  reset(): Promise<void> {
    const { chain, loop, clock, snapshots, impersonation, filters, instance, miningMode } = this.parts;
    return loop.between(async () => {
      this.#refuseJoined();
      const { blockStore, pool, waiting, simNetwork } = chain;
      await this.#goTo(blockStore.base, async () => {
        const replaceTxs = await waiting.replacingTxs();
        return () => {
          snapshots.drop(() => true);
          pool.flush();
          simNetwork.setMiningMode(miningMode);
          clock.reset();
          impersonation.reset();
          filters.clear();
          instance.renew();
          return finish(replaceTxs([]));
        };
      });
      // It is on disk no more.
      pool.takeDropped();
    });
  }

  #refuseJoined(): void {
    if (this.parts.isJoined?.() === true)
      throw new HalleyError(
        'unavailable',
        'other chains of this devnet know of these blocks: all of them go back together with evm_snapshot and evm_revert alone',
      );
  }

  /** `prepare` reads what the rest needs of the disk, and answers what else goes back. */
  async #goTo(height: bigint, prepare: () => Promise<() => readonly WriteOp[]>): Promise<void> {
    const { chain, heights, clock, waits, blocks } = this.parts;
    const { app, blockStore, pool, store, scheduler, beforeRevert, waiting, simNetwork } = chain;
    const { state, seenCommit } = this.#standing(height);
    const forget = [...(await waiting.replaceDevTxs([])), ...(await waiting.replaceEvidence([]))];
    const past = await inSlices(scheduler, pastBlocks(blockStore, height));
    const revert = await prepareRevert(chain, height);
    const goBack = await prepare();
    const endWaits = waits.watch((hash) => pool.has(hash) || blockStore.position(hash) !== undefined);
    beforeRevert.publish({ to: height, from: heights.published });
    const writes = [...forget, ...revert.goBack(state, seenCommit)];
    simNetwork.restore(chain.newSimNetwork(past).snapshot());
    heights.beginAgain();
    blocks.forget();
    const more = goBack();
    pool.setBlockLimits(blockLimitsOf(blockStore.state, app.params));
    await store.batch([...writes, ...more, ...clock.writes()]);
    await revert.free();
    endWaits();
  }

  /** Of the tip, with the precommits that came after it was decided. */
  #standing(height: bigint): Standing | Pick<Chain['blockStore'], 'state' | 'seenCommit'> {
    const { blockStore, simNetwork } = this.parts.chain;
    if (height < blockStore.height) return standingAt(blockStore, height);
    const { state, seenCommit } = blockStore;
    for (let node = 0; node < simNetwork.size; node++) {
      const { lastCommit } = simNetwork.node(node).engine.round;
      if (lastCommit?.height === height) return { state, seenCommit: commitOfVotes(lastCommit) };
    }
    return { state, seenCommit };
  }
}
