/**
 * Makes the parts of a snapshot in the order in which they are restored. They hold the state of the chain and its settings:
 * impersonation and the mining mode, which a revert restores on request only. Filters belong to clients and are no part.
 */
import type { EvmChain } from '../../chain/evm_chain.js';
import type { Impersonation } from '../actions/impersonation.js';
import type { Chain } from '../chain/chain.js';
import type { ChainClock } from '../clock/chain_clock.js';
import type { BlockProducer } from './block_producer.js';
import { type PreparedRevert, prepareRevert } from './prepare_revert.js';
import { inSlices } from './slices.js';
import type { SnapshotPart } from './snapshots.js';
import type { TxWaits } from './tx_waits.js';

export interface SnapshotSources {
  readonly chain: Chain;
  readonly heights: BlockProducer;
  readonly clock: ChainClock;
  readonly waits: TxWaits;
  readonly blocks: EvmChain;
  readonly impersonation: Impersonation;
}

/** A part that is a value, and nothing of it is on disk. */
export function ofValue<T>(take: () => T, restore: (value: T) => unknown): SnapshotPart {
  return {
    save: async () => {
      const value = take();
      return {
        prepare: async () => () => {
          restore(value);
          return [];
        },
      };
    },
  };
}

export function snapshotParts(sources: SnapshotSources): SnapshotPart[] {
  const { chain, heights, clock, waits, blocks, impersonation } = sources;
  const { app, blockStore, pool, scheduler, beforeRevert, waiting, simNetwork } = chain;
  let endWaits: () => void = () => undefined;
  let revert: PreparedRevert | undefined;
  return [
    {
      save: async () => ({
        prepare: async () => () => {
          endWaits = waits.watch((hash) => pool.has(hash) || blockStore.position(hash) !== undefined);
          return [];
        },
      }),
    },
    {
      save: async () => {
        const { height, state, seenCommit } = blockStore;
        return {
          prepare: async () => {
            revert = await prepareRevert(chain, height);
            return () => {
              beforeRevert.publish({ to: height, from: heights.published });
              return revert?.goBack(state, seenCommit) ?? [];
            };
          },
          free: async () => {
            await revert?.free();
            revert = undefined;
          },
        };
      },
    },
    {
      save: async () => {
        const { txs, ...held } = app.devTxs.snapshot();
        return {
          prepare: async () => {
            const writes = await waiting.replaceDevTxs(txs.map(({ bytes }) => bytes));
            return () => {
              app.devTxs.restore({ txs, ...held });
              return writes;
            };
          },
        };
      },
    },
    {
      save: async () => {
        const mark = pool.snapshot();
        return {
          prepare: async () => {
            const replace = await waiting.replacingTxs();
            const restore = await inSlices(scheduler, pool.restoring(mark));
            return () => {
              restore();
              return inSlices(scheduler, replace(pool.all()));
            };
          },
          release: () => pool.release(mark),
        };
      },
    },
    ofValue(
      () => simNetwork.snapshot(),
      (snapshot) => {
        const { miningMode } = simNetwork;
        simNetwork.restore(snapshot);
        if (miningMode !== undefined && miningMode !== simNetwork.miningMode) simNetwork.setMiningMode(miningMode);
      },
    ),
    {
      isSetting: true,
      ...ofValue(
        () => simNetwork.miningMode,
        (miningMode) =>
          miningMode !== undefined && miningMode !== simNetwork.miningMode && simNetwork.setMiningMode(miningMode),
      ),
    },
    {
      isSetting: true,
      ...ofValue(
        () => impersonation.snapshot(),
        (snapshot) => impersonation.restore(snapshot),
      ),
    },
    {
      save: async () => {
        const evidence = await waiting.evidence();
        return {
          prepare: async () => {
            const writes = await waiting.replaceEvidence(evidence);
            return () => writes;
          },
        };
      },
    },
    ofValue(
      () => heights.snapshot(),
      (snapshot) => heights.restore(snapshot),
    ),
    {
      save: async () => {
        const shown = clock.snapshot();
        return {
          prepare: async () => () => {
            clock.restore(shown);
            return clock.writes();
          },
        };
      },
    },
    ofValue(
      () => undefined,
      () => blocks.forget(),
    ),
    {
      save: async () => ({
        prepare: async () => () => {
          endWaits();
          return [];
        },
      }),
    },
  ];
}
