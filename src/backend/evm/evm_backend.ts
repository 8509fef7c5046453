/**
 * Defines what the EVM JSON-RPC may request of a chain, with one role in each file. Reads are synchronous and come from
 * a published, immutable version; only operations that execute or wait return promises. A recorded folder or a remote
 * node could implement it.
 */
import type { EvmAccounts } from './accounts.js';
import type { EvmBlocks } from './blocks.js';
import type { EvmChains } from './chains.js';
import type { EvmConflict } from './conflict.js';
import type { EvmDevelopment } from './development.js';
import type { EvmDropping } from './dropping.js';
import type { EvmEarlier } from './earlier.js';
import type { EvmEvents } from './events.js';
import type { EvmExecution } from './execution.js';
import type { EvmFees } from './fees.js';
import type { EvmForked } from './forked.js';
import type { EvmImpersonation } from './impersonation.js';
import type { EvmInstance } from './instance.js';
import type { EvmKeystore } from './keystore.js';
import type { EvmLogging } from './logging.js';
import type { EvmMining } from './mining.js';
import type { EvmMiningMode } from './mining_mode.js';
import type { EvmNetwork } from './network.js';
import type { EvmNetworkAccess } from './network_control.js';
import type { EvmPending } from './pending.js';
import type { EvmPool } from './pool.js';
import type { EvmProfiling } from './profiling.js';
import type { EvmRollback } from './rollback.js';
import type { EvmSimulation } from './simulation.js';
import type { EvmSnapshots } from './snapshots.js';
import type { EvmStateFiles } from './state_files.js';
import type { EvmStateRanges } from './state_ranges.js';
import type { EvmTime } from './time.js';
import type { EvmTraceFeed } from './trace_feed.js';
import type { EvmTracing } from './tracing.js';
import type { EvmTransactionSink } from './transaction_sink.js';
import type { EvmValidators } from './validators.js';
import type { EvmWallet } from './wallet.js';

export interface EvmBackend
  extends EvmAccounts,
    EvmBlocks,
    EvmChains,
    EvmConflict,
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
    EvmStateFiles,
    EvmStateRanges,
    EvmTime,
    EvmTraceFeed,
    EvmTracing,
    EvmTransactionSink,
    EvmValidators,
    EvmWallet {}
