/**
 * Makes the roles of the EVM backend that a chain has under every engine: the simulated network of this process, or
 * CometBFT in another process.
 */
import { JSON_RPC_OPTIONS } from '../../../config/options.js';
import type { JsonRpcOptions } from '../../options/json_rpc_options.js';
import type { RunningChain } from '../../running_chain.js';
import { PendingBlocks } from '../../views/pending_blocks.js';
import { evmAccounts, evmBrowserWallet, evmImpersonation, evmKeystore, evmWallet } from './accounts.js';
import { evmBlocks, evmEvents, evmFees } from './blocks.js';
import { evmDebugging } from './debugging.js';
import { evmExecution, evmSimulation, evmTracing, runAt } from './execution.js';
import { evmInstance, evmLogging, evmProfiling } from './node.js';
import { evmPending } from './pending.js';
import { evmPool, evmTransactionSink } from './pool.js';
import { evmStateRanges } from './snapshots.js';
import { evmSources } from './sources.js';

/** Makes the roles. `answers` are settings of the node that change its responses. */
export function chainRoles(node: RunningChain, answers: JsonRpcOptions) {
  const { chain, blocks } = node;
  const { app, blockStore, pool } = chain;
  const { gasPrice = JSON_RPC_OPTIONS.gasPrice.fallback, slotsInAnEpoch = JSON_RPC_OPTIONS.slotsInAnEpoch.fallback } =
    answers;
  const pendingBlocks = new PendingBlocks(chain, node.clock);
  const run = runAt(blockStore, pendingBlocks);
  const sink = evmTransactionSink(node);
  const accounts = evmAccounts(node);
  return {
    ...evmInstance(node),
    ...evmBlocks(node, slotsInAnEpoch),
    ...accounts,
    ...evmFees(app.evm, blocks, gasPrice),
    ...evmExecution(app.evm, run),
    ...evmPending(pendingBlocks, chain.state),
    sendRaw: sink.sendRaw,
    ...evmWallet(node, sink, accounts.nonce),
    ...evmKeystore(node.host.wallet, node.host.keystore),
    ...evmImpersonation(node),
    ...evmLogging(node.log),
    ...evmPool(app, pool),
    ...evmProfiling(node.host.profiler),
    ...evmSimulation(app.evm, run),
    ...evmSources(node, run),
    ...evmDebugging(node),
    ...evmStateRanges(node),
    ...evmTracing(node, run),
    ...evmEvents(node),
    ...evmBrowserWallet(node),
  };
}
