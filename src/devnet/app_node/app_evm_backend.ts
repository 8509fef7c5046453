/** Connects the EVM JSON-RPC with the chain of an application under CometBFT, role by role. */
import { resolve } from 'node:path';
import { hardforkOf } from '../../app/sdk/chain_params.js';
import type { EvmDevelopment } from '../../backend/evm/development.js';
import type { EvmBackend } from '../../backend/evm/evm_backend.js';
import type { EvmProfiling } from '../../backend/evm/profiling.js';
import type { EvmChain } from '../../chain/evm_chain.js';
import { OPTION_DEFAULTS } from '../../config/option_defaults.js';
import { HalleyError } from '../../kernel/errors.js';
import type { DevTxSender } from '../actions/dev_tx_sender.js';
import type { Impersonation } from '../actions/impersonation.js';
import type { Instance } from '../actions/instance_id.js';
import { AnswerControl } from '../actions/set_view_result.js';
import type { Wallet } from '../actions/wallet.js';
import { evmAccounts } from '../backends/evm/accounts.js';
import { evmBlocks } from '../backends/evm/blocks.js';
import { evmEvents } from '../backends/evm/events.js';
import { evmExecution, runAt } from '../backends/evm/execution.js';
import { evmFees } from '../backends/evm/fees.js';
import { evmImpersonation } from '../backends/evm/impersonation.js';
import { evmInstance } from '../backends/evm/instance.js';
import { evmKeystore } from '../backends/evm/keystore.js';
import { evmLogging } from '../backends/evm/logging.js';
import { evmPending } from '../backends/evm/pending.js';
import { evmPool } from '../backends/evm/pool.js';
import { evmProfiling } from '../backends/evm/profiling.js';
import { evmSimulation } from '../backends/evm/simulation.js';
import { evmStateFiles } from '../backends/evm/state_files.js';
import { evmStateRanges } from '../backends/evm/state_ranges.js';
import { evmTracing } from '../backends/evm/tracing.js';
import { evmTransactionSink } from '../backends/evm/transaction_sink.js';
import { evmWallet } from '../backends/evm/wallet.js';
import type { Keystore } from '../keys/keystore.js';
import type { NodeLog } from '../log/node_log.js';
import type { JsonRpcOptions } from '../options/json_rpc_options.js';
import { StateDumps } from '../state_files/dump_state.js';
import { PendingBlocks } from '../views/pending_blocks.js';
import type { AppChain } from './app_chain.js';
import type { AppLoop } from './app_loop.js';
import { untilCommitted } from './committed_dev_txs.js';
import { ENGINE_CLOCK } from './engine_clock.js';
import type { EngineStatus } from './engine_status.js';
import { networkRefusals } from './network_refusals.js';

export interface AppEvmBackendDeps {
  readonly chain: AppChain;
  readonly blocks: EvmChain;
  readonly loop: AppLoop;
  readonly engine: EngineStatus;
  readonly devTxSender: DevTxSender;
  readonly impersonation: Impersonation;
  readonly wallet: Wallet;
  readonly keystore: Keystore;
  readonly profiler: EvmProfiling;
  readonly instance: Instance;
  readonly log: NodeLog;
  readonly home: string;
  readonly answers: Pick<JsonRpcOptions, 'gasPrice' | 'slotsInAnEpoch'>;
}

export function appEvmBackend(deps: AppEvmBackendDeps): EvmBackend {
  const { chain, blocks, loop, engine, devTxSender, impersonation, wallet, keystore, home } = deps;
  const { gasPrice = OPTION_DEFAULTS.gasPrice, slotsInAnEpoch = OPTION_DEFAULTS.slotsInAnEpoch } = deps.answers;
  const { app, pool, blockStore, state, heights, beforeRevert, pending } = chain;
  const genesisHeight = blockStore.base - 1n;
  const pendingBlocks = new PendingBlocks({ app, pool, blockStore, clock: ENGINE_CLOCK });
  const sink = evmTransactionSink({ app, pool, loop });
  const { loadState, ...files } = evmStateFiles(new StateDumps({ chain, blocks }), devTxSender);
  return {
    ...networkRefusals(),
    get chainId() {
      return chain.evmChainId;
    },
    peerCount: () => engine.peers.length,
    node: () => ({ ...engine.node, home: resolve(home) }),
    peers: () => engine.peers,
    ...evmInstance(deps.instance, chain.genesis, chain.genesisHash, hardforkOf(app.params)),
    ...evmBlocks({ app, pool, blocks, genesisHeight, slotsInAnEpoch }),
    ...evmAccounts({ app, state, pool, blocks }),
    ...evmFees(app.evm, blocks, gasPrice),
    ...evmExecution({ queries: app.evm, blockStore, pending: pendingBlocks }),
    ...evmPending(pendingBlocks, state),
    sendRaw: sink.sendRaw,
    ...evmWallet({ wallet, keystore, impersonation, sink }),
    ...evmKeystore(wallet, keystore),
    ...evmImpersonation(impersonation, loop),
    ...development(chain, devTxSender),
    ...evmLogging(deps.log),
    ...evmPool(app, pool),
    ...evmProfiling(deps.profiler),
    ...evmSimulation(app.evm, runAt({ blockStore, pending: pendingBlocks })),
    ...files,
    loadState: (bytes) => untilCommitted(chain, () => loadState(bytes)),
    ...evmStateRanges({ app, blockStore, blocks }),
    ...evmTracing({ app, blockStore, blocks, pending: pendingBlocks }),
    ...evmEvents({ heights, beforeRevert, pending, blocks }),
  };
}

/** Sends dev transactions, each until a block contains it. */
function development(chain: AppChain, devTxSender: DevTxSender): EvmDevelopment {
  const answers = new AnswerControl(chain, devTxSender);
  return {
    sendDevTx: (message, value) => untilCommitted(chain, () => devTxSender.sendDevTx(message, value)),
    setAnswer: (contract, query, value) => untilCommitted(chain, () => answers.setAnswer({ contract, query }, value)),
    setValidatorPower: (validator, power) => {
      if (typeof validator === 'number')
        throw new HalleyError(
          'invalid-argument',
          'validators have no index on this chain: name it by its consensus address',
        );
      return devTxSender.setValidatorPower(validator, power);
    },
  };
}
