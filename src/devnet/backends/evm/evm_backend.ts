/** Connects the EVM JSON-RPC with the chain, role by role. */
import { hardforkOf } from '../../../app/sdk/chain_params.js';
import type { EvmBackend } from '../../../backend/evm/evm_backend.js';
import type { EvmProfiling } from '../../../backend/evm/profiling.js';
import type { EvmChain } from '../../../chain/evm_chain.js';
import { OPTION_DEFAULTS } from '../../../config/option_defaults.js';
import type { DevTxSender } from '../../actions/dev_tx_sender.js';
import type { Impersonation } from '../../actions/impersonation.js';
import type { Instance } from '../../actions/instance_id.js';
import { AnswerControl } from '../../actions/set_view_result.js';
import type { ValidatorControl } from '../../actions/validators.js';
import type { Wallet } from '../../actions/wallet.js';
import type { Chain } from '../../chain/chain.js';
import type { ChainClock } from '../../clock/chain_clock.js';
import type { Keystore } from '../../keys/keystore.js';
import type { NodeLog } from '../../log/node_log.js';
import type { NetworkControl } from '../../network/network_control.js';
import type { JsonRpcOptions } from '../../options/json_rpc_options.js';
import type { Loop } from '../../runtime/loop.js';
import type { Mining } from '../../runtime/mine_blocks.js';
import type { TxWaits } from '../../runtime/tx_waits.js';
import type { Rollback } from '../../snapshots/rollback.js';
import type { Snapshots } from '../../snapshots/snapshots.js';
import type { StateDumps } from '../../state_files/dump_state.js';
import { PendingBlocks } from '../../views/pending_blocks.js';
import { evmAccounts } from './accounts.js';
import { evmBlocks } from './blocks.js';
import { type AllChains, evmChains } from './chains.js';
import { evmConflict } from './conflict.js';
import { evmDevelopment } from './development.js';
import { evmDropping } from './dropping.js';
import { evmEarlier } from './earlier.js';
import { evmEvents } from './events.js';
import { evmExecution, runAt } from './execution.js';
import { evmFees } from './fees.js';
import { evmForked, type ReplaceChain } from './forked.js';
import { evmImpersonation } from './impersonation.js';
import { evmInstance } from './instance.js';
import { evmKeystore } from './keystore.js';
import { evmLogging } from './logging.js';
import { evmMiningMode } from './mining_mode.js';
import { evmNetwork } from './network.js';
import { evmNetworkControl } from './network_control.js';
import { evmPending } from './pending.js';
import { evmPool } from './pool.js';
import { evmProfiling } from './profiling.js';
import { evmSimulation } from './simulation.js';
import { evmSnapshots } from './snapshots.js';
import { evmStateFiles } from './state_files.js';
import { evmStateRanges } from './state_ranges.js';
import { evmTime } from './time.js';
import { evmTraceFeed } from './trace_feed.js';
import { evmTracing } from './tracing.js';
import { evmTransactionSink } from './transaction_sink.js';
import { evmValidators } from './validators.js';
import { evmWallet } from './wallet.js';

export interface EvmBackendDeps {
  readonly chain: Chain;
  readonly blocks: EvmChain;
  readonly loop: Loop;
  readonly mining: Mining;
  readonly clock: ChainClock;
  readonly snapshots: Snapshots;
  /** Is a function because a rollback needs the filters, which are made over this backend. */
  readonly rollback: () => Rollback;
  readonly waits: TxWaits;
  readonly devTxSender: DevTxSender;
  readonly stateDumps: StateDumps;
  readonly validators: ValidatorControl;
  readonly wallet: Wallet;
  readonly keystore: Keystore;
  readonly profiler: EvmProfiling;
  readonly impersonation: Impersonation;
  readonly networkControl: NetworkControl;
  /** Is the chain's folder; undefined when the chain is not persistent. */
  readonly home: string | undefined;
  readonly log: NodeLog;
  readonly instance: Instance;
  readonly allChains: AllChains;
  /** Replaces the chain; undefined for one that cannot be replaced. */
  readonly replaceChain: ReplaceChain | undefined;
  /** Holds settings of the node that change its responses. */
  readonly answers: Pick<JsonRpcOptions, 'gasPrice' | 'slotsInAnEpoch'>;
}

export function evmBackend(parts: EvmBackendDeps): EvmBackend {
  const { chain, blocks, loop, mining, clock, snapshots, waits, devTxSender, impersonation, log } = parts;
  const { wallet, keystore, instance, rollback } = parts;
  const { gasPrice = OPTION_DEFAULTS.gasPrice, slotsInAnEpoch = OPTION_DEFAULTS.slotsInAnEpoch } = parts.answers;
  const genesisHeight = chain.genesis.initialHeight - 1n;
  const { app, pool, blockStore, store, heights, beforeRevert, pending } = chain;
  const pendingBlocks = new PendingBlocks({ app, pool, blockStore, clock });
  const sink = evmTransactionSink({ app, pool, loop });
  const forked = evmForked(chain, () => rollback().reset(), parts.replaceChain);
  const earlier = evmEarlier(chain, forked);
  return {
    get chainId() {
      return chain.evmChainId;
    },
    ...evmNetwork(chain, parts.home),
    ...evmNetworkControl(chain, parts.networkControl),
    ...evmInstance(instance, chain.genesis, chain.genesisHash, hardforkOf(chain.app.params)),
    ...evmBlocks({ app, pool, blocks, genesisHeight, slotsInAnEpoch }),
    ...evmChains(chain.genesis.chainId, parts.allChains),
    ...evmAccounts({ app, state: chain.state, pool, blocks }),
    ...evmFees(app.evm, blocks, gasPrice),
    ...evmExecution({ queries: app.evm, blockStore, pending: pendingBlocks }),
    ...evmPending(pendingBlocks, chain.state),
    sendRaw: sink.sendRaw,
    ...evmWallet({ wallet, keystore, impersonation, sink }),
    ...evmKeystore(wallet, keystore),
    ...forked,
    get earlier() {
      return earlier.earlier;
    },
    ...evmImpersonation(impersonation, loop),
    ...evmConflict(chain),
    ...evmDevelopment(devTxSender, new AnswerControl(chain, devTxSender)),
    ...evmValidators(chain, parts.validators),
    ...evmDropping({ chain, loop, waits }),
    ...evmLogging(log),
    mineBlocks: (request) => mining.mine(request),
    ...evmMiningMode(loop),
    ...evmPool(app, pool),
    ...evmProfiling(parts.profiler),
    reset: () => rollback().reset(),
    rollback: (depth) => rollback().rollback(depth),
    ...evmSimulation(app.evm, runAt({ blockStore, pending: pendingBlocks })),
    ...evmSnapshots(snapshots, store),
    ...evmTime({ clock, loop, blockStore, store }),
    ...evmStateFiles(parts.stateDumps, devTxSender),
    ...evmStateRanges({ app, blockStore, blocks }),
    ...evmTracing({ app, blockStore, blocks, pending: pendingBlocks }),
    ...evmTraceFeed(chain, loop),
    ...evmEvents({ heights, beforeRevert, pending, blocks }),
  };
}
