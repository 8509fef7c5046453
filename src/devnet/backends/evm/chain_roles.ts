/**
 * Makes the roles of the EVM backend that a chain has under every engine: the simulated network of this process, or
 * CometBFT in another process.
 */
import { hardforkOf } from '../../../app/sdk/chain_params.js';
import type { EvmProfiling } from '../../../backend/evm/node.js';
import type { EvmChain } from '../../../chain/evm_chain.js';
import { JSON_RPC_OPTIONS } from '../../../config/options.js';
import type { Impersonation } from '../../actions/impersonation.js';
import type { Instance } from '../../actions/instance_id.js';
import type { Wallet } from '../../actions/wallet.js';
import type { Chain } from '../../chain/chain.js';
import type { Keystore } from '../../keys/keystore.js';
import type { NodeLog } from '../../log/node_log.js';
import type { JsonRpcOptions } from '../../options/json_rpc_options.js';
import type { Loop } from '../../runtime/loop.js';
import { PendingBlocks, type PendingBlocksDeps } from '../../views/pending_blocks.js';
import { evmAccounts, evmImpersonation, evmKeystore, evmWallet } from './accounts.js';
import { evmBlocks, evmEvents, evmFees } from './blocks.js';
import { evmExecution, evmSimulation, evmTracing, runAt } from './execution.js';
import { evmInstance, evmLogging, evmProfiling } from './node.js';
import { evmPending } from './pending.js';
import { evmPool, evmTransactionSink } from './pool.js';
import { evmStateRanges } from './snapshots.js';

/** Parts of a chain that these roles read. */
export type RolesChain = Pick<
  Chain,
  | 'afterRevert'
  | 'app'
  | 'beforeRevert'
  | 'blockStore'
  | 'genesis'
  | 'genesisHash'
  | 'heights'
  | 'pending'
  | 'pool'
  | 'state'
>;

/** The parts of a running chain that these roles read. */
export interface RolesNode {
  readonly chain: RolesChain;
  readonly blocks: EvmChain;
  readonly loop: Pick<Loop, 'run' | 'submit'>;
  readonly clock: PendingBlocksDeps['clock'];
  readonly impersonation: Impersonation;
  readonly instance: Instance;
  readonly log: NodeLog;
  readonly host: { readonly wallet: Wallet; readonly keystore: Keystore; readonly profiler: EvmProfiling };
}

/** Makes the roles. `answers` are settings of the node that change its responses. */
export function chainRoles(node: RolesNode, answers: JsonRpcOptions) {
  const { chain, blocks, loop, clock, impersonation } = node;
  const { wallet, keystore, profiler } = node.host;
  const { gasPrice = JSON_RPC_OPTIONS.gasPrice.fallback, slotsInAnEpoch = JSON_RPC_OPTIONS.slotsInAnEpoch.fallback } =
    answers;
  const { app, pool, blockStore, genesis, genesisHash, state } = chain;
  const pendingBlocks = new PendingBlocks({ app, pool, blockStore, clock });
  const sink = evmTransactionSink({ app, pool, loop });
  const accounts = evmAccounts({ app, state, pool, blocks });
  return {
    ...evmInstance(node.instance, genesis, genesisHash, hardforkOf(app.params)),
    ...evmBlocks({ app, pool, blocks, slotsInAnEpoch }),
    ...accounts,
    ...evmFees(app.evm, blocks, gasPrice),
    ...evmExecution({ queries: app.evm, blockStore, pending: pendingBlocks }),
    ...evmPending(pendingBlocks, state),
    sendRaw: sink.sendRaw,
    ...evmWallet({ wallet, keystore, impersonation, sink, nonce: accounts.nonce }),
    ...evmKeystore(wallet, keystore),
    ...evmImpersonation(impersonation, loop),
    ...evmLogging(node.log),
    ...evmPool(app, pool),
    ...evmProfiling(profiler),
    ...evmSimulation(app.evm, runAt({ blockStore, pending: pendingBlocks })),
    ...evmStateRanges({ app, blockStore, blocks }),
    ...evmTracing({ app, blockStore, blocks, pending: pendingBlocks }),
    ...evmEvents(chain, blocks),
  };
}
