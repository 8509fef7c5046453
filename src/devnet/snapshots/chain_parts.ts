/**
 * Defines the parts of one chain that are reverted. Each part has three ways back: to a snapshot, by a rollback, and by
 * a reset. A part that is added here is saved, restored and reset everywhere.
 */
import type { EvmChain } from '../../chain/evm_chain.js';
import { finish } from '../../kernel/steps.js';
import type { FilterStore } from '../../rpc/evm/subscriptions/filter_store.js';
import type { Impersonation } from '../actions/impersonation.js';
import type { Instance } from '../actions/instance_id.js';
import type { Chain, SimulatedChain } from '../chain/chain.js';
import { pastBlocks } from '../chain/past_blocks.js';
import type { ChainClock } from '../clock/chain_clock.js';
import type { MiningMode } from '../mining/mining_mode.js';
import type { NetworkControl } from '../network/network_control.js';
import type { BlockProducer } from '../runtime/block_producer.js';
import type { TxWaits } from '../runtime/tx_waits.js';
import { type PreparedRevert, prepareRevert } from './prepare_revert.js';
import { inSlices } from './slices.js';
import { type ChainPart, inMemory, type RevertTarget, savingValue, type WayBack } from './snapshot_part.js';

/** Sources of what the chain of any application has. */
export interface CorePartSources {
  readonly chain: SimulatedChain;
  readonly producer: BlockProducer;
  readonly clock: ChainClock;
  readonly waits: TxWaits;
  readonly networkControl: NetworkControl;
}

export interface ChainPartSources extends CorePartSources {
  readonly chain: Chain;
  readonly blocks: EvmChain;
  readonly impersonation: Impersonation;
  readonly evm: { readonly filters: FilterStore };
  readonly instance: Instance;
  /** Rounds of the last blocks. `save` returns the function that restores them. */
  readonly keptRounds: { save(): () => void; clear(): void };
}

/**
 * Returns the parts in the order in which they are reverted. A later part finds the earlier ones changed. `initialMode` is
 * the mining mode of a new chain.
 */
export const chainParts = (sources: ChainPartSources, initialMode: MiningMode): readonly ChainPart[] =>
  [
    txWaits,
    (own: ChainPartSources) => blocksAndState(own, (height) => own.chain.app.revertingTo(height)),
    devTxs,
    mempool,
    keptRounds,
    network,
    faults,
    (own: ChainPartSources) => miningMode(own, initialMode),
    impersonatedAccounts,
    evidence,
    blockProducer,
    chainClock,
    evmBlocks,
    filters,
    instanceId,
  ].map((part) => part(sources));

/** Chain whose nodes have other keys when validators come in. */
interface KeyedChain extends SimulatedChain {
  readonly initialKeys: SimulatedChain['keys'];
  setKeys(keys: SimulatedChain['keys']): void;
}

/** Returns the parts of the chain of another application, whose own part is the last one. */
export const hostedParts = (
  sources: CorePartSources & { readonly chain: KeyedChain },
  initialMode: MiningMode,
  application: ChainPart,
): readonly ChainPart[] => [
  txWaits(sources),
  blocksAndState(sources),
  mempool(sources),
  nodeKeys(sources),
  network(sources),
  faults(sources),
  miningMode(sources, initialMode),
  evidence(sources),
  blockProducer(sources),
  chainClock(sources),
  application,
];

/** Ends the waits for transactions that no longer exist afterwards. */
function txWaits({ chain: { pool, blockStore }, waits }: CorePartSources): ChainPart {
  const wayBack = (): WayBack => {
    let endWaits = (): void => undefined;
    return {
      prepare: async () => () => {
        endWaits = waits.watch((hash) => pool.has(hash) || blockStore.position(hash) !== undefined);
        return [];
      },
      free: () => endWaits(),
    };
  };
  return { save: async () => wayBack(), rollback: wayBack, reset: wayBack };
}

function blocksAndState(
  { chain, producer }: CorePartSources,
  app?: (height: bigint) => ReturnType<Chain['app']['revertingTo']>,
): ChainPart {
  const { blockStore, beforeRevert, afterRevert } = chain;
  const wayBack = ({ height, state, seenCommit }: RevertTarget): WayBack => {
    let revert: PreparedRevert | undefined;
    let removesBlocks = false;
    return {
      prepare: async () => {
        const prepared = await prepareRevert(chain, height, app?.(height));
        revert = prepared;
        return () => {
          removesBlocks = producer.published > height;
          beforeRevert.publish({ to: height, from: producer.published });
          return prepared.goBack(state, seenCommit);
        };
      },
      free: async () => {
        if (removesBlocks) afterRevert.publish(height);
        await revert?.free();
        revert = undefined;
      },
    };
  };
  return {
    save: async () => {
      const { height, state, seenCommit } = blockStore;
      return wayBack({ height, state, seenCommit });
    },
    rollback: wayBack,
    reset: wayBack,
  };
}

/**
 * Restores the pending dev transactions. Without a snapshot of them they are dropped, as the reverted state drops them.
 */
function devTxs({ chain: { app, pendingStore } }: ChainPartSources): ChainPart {
  const dropped = (): WayBack => ({
    prepare: async () => {
      const writes = await pendingStore.replaceDevTxs([]);
      return () => writes;
    },
  });
  return {
    save: async () => {
      const { txs, ...held } = app.devTxs.snapshot();
      return {
        prepare: async () => {
          const writes = await pendingStore.replaceDevTxs(txs.map(({ bytes }) => bytes));
          return () => {
            app.devTxs.restore({ txs, ...held });
            return writes;
          };
        },
      };
    },
    rollback: dropped,
    reset: dropped,
  };
}

/** Restores the mempool. A rollback leaves its transactions, and `Rollback` then rechecks each. */
function mempool({ chain }: CorePartSources): ChainPart {
  const { pool, scheduler, pendingStore } = chain;
  return {
    save: async () => {
      const mark = pool.snapshot();
      return {
        prepare: async () => {
          const replace = await pendingStore.replacingTxs();
          const restore = await inSlices(scheduler, pool.restoring(mark));
          return () => {
            restore();
            return inSlices(scheduler, replace(pool.all()));
          };
        },
        release: () => pool.release(mark),
      };
    },
    rollback: () =>
      inMemory(() => {
        pool.forgetSeen();
        chain.renewBlockLimits();
      }),
    reset: () => ({
      prepare: async () => {
        const replace = await pendingStore.replacingTxs();
        return () => {
          pool.flush();
          chain.renewBlockLimits();
          return finish(replace([]));
        };
      },
      // None of them is on disk any more.
      free: () => void pool.takeDropped(),
    }),
  };
}

/**
 * Restores the rounds that are kept, before the network hears of a command. A new network cannot continue them.
 */
function keptRounds({ keptRounds }: ChainPartSources): ChainPart {
  const cleared = (): WayBack => inMemory(() => keptRounds.clear());
  return {
    save: savingValue(
      () => keptRounds.save(),
      (restore) => restore(),
    ),
    rollback: cleared,
    reset: cleared,
  };
}

/** Restores the keys of the nodes, which the validators of later blocks may have added to. */
function nodeKeys({ chain }: { readonly chain: KeyedChain }): ChainPart {
  const initial = (): WayBack => inMemory(() => chain.setKeys(chain.initialKeys));
  return {
    save: savingValue(
      () => chain.keys,
      (keys) => chain.setKeys(keys),
    ),
    rollback: initial,
    reset: initial,
  };
}

/** Restores the simulated network. Without a snapshot it makes a new network, as after a restart. */
function network({ chain }: CorePartSources): ChainPart {
  const { simNetwork, blockStore, scheduler } = chain;
  const keepingMode = (restore: () => void): void => {
    const { miningMode } = simNetwork;
    restore();
    if (miningMode !== undefined && miningMode !== simNetwork.miningMode) simNetwork.setMiningMode(miningMode);
  };
  const newNetwork = ({ height }: RevertTarget, change: (begin: () => void) => void): WayBack => ({
    prepare: async () => {
      const past = await inSlices(scheduler, pastBlocks(blockStore, height));
      return () => {
        change(() => simNetwork.restore(chain.newSimNetwork(past).snapshot()));
        return [];
      };
    },
  });
  return {
    save: savingValue(
      () => simNetwork.snapshot(),
      (snapshot) => keepingMode(() => simNetwork.restore(snapshot)),
    ),
    rollback: (to) => newNetwork(to, keepingMode),
    reset: (to) => newNetwork(to, (begin) => begin()),
  };
}

/**
 * Restores the faults of the network, as clients see them and on disk. A rollback continues with the current ones in the
 * new network. A reset begins with those of a new chain.
 */
function faults({ networkControl }: CorePartSources): ChainPart {
  const changedBy = (change: () => void): WayBack => ({
    prepare: async () => () => {
      change();
      return networkControl.writes();
    },
  });
  return {
    save: async () => {
      const snapshot = networkControl.snapshot();
      return changedBy(() => networkControl.restore(snapshot));
    },
    rollback: () => ({
      prepare: async () => {
        const { record } = networkControl;
        return () => {
          networkControl.restoreRecord(record);
          return networkControl.writes();
        };
      },
    }),
    reset: () => changedBy(() => networkControl.reset()),
  };
}

const miningMode = ({ chain: { simNetwork } }: CorePartSources, initial: MiningMode): ChainPart => ({
  isSetting: true,
  save: savingValue(
    () => simNetwork.miningMode,
    (mode) => mode !== undefined && mode !== simNetwork.miningMode && simNetwork.setMiningMode(mode),
  ),
  reset: () => inMemory(() => simNetwork.setMiningMode(initial)),
});

const impersonatedAccounts = ({ impersonation }: ChainPartSources): ChainPart => ({
  isSetting: true,
  save: savingValue(
    () => impersonation.snapshot(),
    (snapshot) => impersonation.restore(snapshot),
  ),
  reset: () => inMemory(() => impersonation.reset()),
});

/** Restores the evidence on disk. The evidence pools belong to the network. */
function evidence({ chain: { pendingStore } }: CorePartSources): ChainPart {
  const replacedBy = (evidence: Awaited<ReturnType<typeof pendingStore.evidence>>): WayBack => ({
    prepare: async () => {
      const writes = await pendingStore.replaceEvidence(evidence);
      return () => writes;
    },
  });
  const dropped = (): WayBack => replacedBy([]);
  return { save: async () => replacedBy(await pendingStore.evidence()), rollback: dropped, reset: dropped };
}

function blockProducer({ producer }: CorePartSources): ChainPart {
  const beginAgain = (): WayBack => inMemory(() => producer.beginAgain());
  return {
    save: savingValue(
      () => producer.snapshot(),
      (snapshot) => producer.restore(snapshot),
    ),
    rollback: beginAgain,
    reset: beginAgain,
  };
}

function chainClock({ chain: { blockStore }, clock }: CorePartSources): ChainPart {
  const changedBy = (change: () => void): WayBack => ({
    prepare: async () => () => {
      change();
      return clock.writes();
    },
  });
  return {
    save: async () => {
      const shown = clock.snapshot();
      return changedBy(() => clock.restore(shown));
    },
    rollback: () => changedBy(() => clock.goBack(blockStore.state.lastBlockTime)),
    reset: () => changedBy(() => clock.reset()),
  };
}

/** Forgets the EVM's views of blocks that no longer exist. */
function evmBlocks({ blocks }: ChainPartSources): ChainPart {
  const forgotten = (): WayBack => inMemory(() => blocks.forget());
  return { save: async () => forgotten(), rollback: forgotten, reset: forgotten };
}

/** Leaves filters as they are, because they belong to clients. Only a reset removes them. */
const filters = ({ evm: { filters } }: ChainPartSources): ChainPart => ({
  reset: () => inMemory(() => filters.clear()),
});

/**
 * Renews the instance id at a reset: the chain is another instance then. As the last part it also tells clients that
 * keep state, such as wallets, when the chain has gone back.
 */
function instanceId({ instance }: ChainPartSources): ChainPart {
  const goneBack = (): WayBack => inMemory(() => instance.goBack());
  return { save: async () => goneBack(), rollback: goneBack, reset: () => inMemory(() => instance.renew()) };
}
