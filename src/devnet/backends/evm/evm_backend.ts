import type { EvmBackend } from '../../../backend/evm/evm_backend.js';
import { HalleyError } from '../../../kernel/errors.js';
import { AnswerControl } from '../../actions/set_view_result.js';
import type { JsonRpcOptions } from '../../options/json_rpc_options.js';
import type { MakeTx } from '../../snapshots/reorg.js';
import { signing } from './accounts.js';
import { evmEarlier } from './blocks.js';
import { chainRoles } from './chain_roles.js';
import { evmChains } from './chains.js';
import { evmMiningMode, evmTime } from './mining.js';
import { evmCommits, evmNetworkControl, evmValidators, isJailedIn } from './network_control.js';
import { evmDevelopment, evmNetwork, evmTraceFeed } from './node.js';
import { evmDropping, evmTransactionSink } from './pool.js';
import type { SimulatedNode } from './simulated_node.js';
import { type ChainReplacement, evmForked, evmSnapshots, evmStateFiles } from './snapshots.js';

/** Returns the function that signs or wraps a transaction of a new branch. */
function newTxsOf(node: SimulatedNode): MakeTx {
  const sink = evmTransactionSink(node);
  const sign = signing(node, sink);
  return (tx) => {
    const made = tx instanceof Uint8Array ? sink.wrap(tx) : sign(tx.from, tx.unsigned);
    if (made.type === 'wrapped') return made.tx;
    throw new HalleyError('invalid-argument', made.log);
  };
}

/** Makes the backend. `home` is the folder of the chain, if it is persistent. */
export function evmBackend(
  node: SimulatedNode,
  replacement: ChainReplacement,
  home: string | undefined,
  answers: JsonRpcOptions,
): EvmBackend {
  const { chain, record, loop, mining, snapshots, devTxSender } = node;
  const reset = (): Promise<void> => replacement.overtake(() => node.rollback.reset());
  const forked = evmForked(chain, reset, replacement.replace);
  const earlier = evmEarlier(chain, forked);
  return {
    get chainId() {
      return chain.evmChainId;
    },
    ...chainRoles(node, answers),
    ...evmNetwork(chain, home),
    ...evmNetworkControl(chain, node.networkControl, isJailedIn(chain)),
    ...evmChains(chain.genesis.chainId, node.host),
    ...forked,
    get earlier() {
      return earlier.earlier;
    },
    ...evmCommits(chain),
    ...evmDevelopment(chain, devTxSender, new AnswerControl(chain, devTxSender)),
    ...evmValidators(chain, node.validators),
    ...evmDropping(node),
    mineBlocks: (request) => mining.mine(request),
    ...evmMiningMode(loop),
    reset,
    rollback: (depth) => node.rollback.rollback(depth),
    reorg: async (request) => {
      const { reorganise } = await import('../../snapshots/reorg.js');
      return loop.run(() => reorganise(node, request, newTxsOf(node)));
    },
    ...evmSnapshots(snapshots, chain.store),
    ...evmTime(node),
    // A fork has the blocks of its remote below its own.
    ...evmStateFiles(node, forked.forked === undefined ? replacement.historyTaker : () => undefined),
    ...evmTraceFeed(chain, loop, record),
  };
}
