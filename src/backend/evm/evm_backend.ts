/**
 * Defines what the EVM JSON-RPC may request of a chain, with one role in each file. Reads are synchronous and come from
 * a published, immutable version; only operations that execute or wait return promises. A recorded folder or a remote
 * node could implement it.
 */
import type { EvmAccounts, EvmImpersonation, EvmKeystore, EvmWallet } from './accounts.js';
import type { EvmBlocks, EvmEarlier, EvmEvents, EvmFees, EvmPending } from './blocks.js';
import type { EvmChains } from './chains.js';
import type { EvmDebugging } from './debugging.js';
import type { EvmExecution, EvmSimulation, EvmTracing } from './execution.js';
import type { EvmMining, EvmMiningMode, EvmTime } from './mining.js';
import type { EvmCommits, EvmNetworkAccess, EvmValidators } from './network_control.js';
import type { EvmDevelopment, EvmInstance, EvmLogging, EvmNetwork, EvmProfiling, EvmTraceFeed } from './node.js';
import type { EvmDropping, EvmPool, EvmTransactionSink } from './pool.js';
import type { EvmForked, EvmRollback, EvmSnapshots, EvmStateFiles, EvmStateRanges } from './snapshots.js';
import type { EvmSources } from './sources.js';
import type { EvmBrowserWallet } from './wallet.js';

/** Requests of JSON-RPC to a chain, by role. `src/devnet/backends/evm` implements the roles. */
export interface EvmBackend
  extends EvmAccounts,
    EvmBlocks,
    EvmBrowserWallet,
    EvmChains,
    EvmCommits,
    EvmDebugging,
    EvmDevelopment,
    EvmDropping,
    EvmEarlier,
    EvmExecution,
    EvmFees,
    EvmForked,
    EvmImpersonation,
    EvmKeystore,
    EvmLogging,
    EvmMining,
    EvmInstance,
    EvmNetwork,
    EvmNetworkAccess,
    EvmEvents,
    EvmMiningMode,
    EvmPending,
    EvmPool,
    EvmProfiling,
    EvmRollback,
    EvmSimulation,
    EvmSnapshots,
    EvmSources,
    EvmStateFiles,
    EvmStateRanges,
    EvmTime,
    EvmTraceFeed,
    EvmTracing,
    EvmTransactionSink,
    EvmValidators,
    EvmWallet {}
