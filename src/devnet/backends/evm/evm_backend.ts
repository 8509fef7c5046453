import type { EvmChains } from '../../../backend/evm/chains.js';
import type { EvmBackend } from '../../../backend/evm/evm_backend.js';
import type { DevTxSender } from '../../actions/dev_tx_sender.js';
import { AnswerControl } from '../../actions/set_view_result.js';
import type { ValidatorControl } from '../../actions/validators.js';
import type { Chain } from '../../chain/chain.js';
import type { RecordOfChain } from '../../chain/chain_activity.js';
import type { ChainClock } from '../../clock/chain_clock.js';
import type { NetworkControl } from '../../network/network_control.js';
import type { JsonRpcOptions } from '../../options/json_rpc_options.js';
import type { Loop } from '../../runtime/loop.js';
import type { Mining } from '../../runtime/mine_blocks.js';
import type { TxWaits } from '../../runtime/tx_waits.js';
import type { Rollback } from '../../snapshots/rollback.js';
import type { Snapshots } from '../../snapshots/snapshots.js';
import type { StateDumps } from '../../state_files/dump_state.js';
import { evmEarlier } from './blocks.js';
import { chainRoles, type RolesNode } from './chain_roles.js';
import { evmChains } from './chains.js';
import { evmMiningMode, evmTime } from './mining.js';
import { evmConflict, evmNetworkControl, evmValidators } from './network_control.js';
import { evmDevelopment, evmNetwork, evmTraceFeed } from './node.js';
import { evmDropping } from './pool.js';
import { type ChainReplacement, evmForked, evmSnapshots, evmStateFiles } from './snapshots.js';

/** The parts of a running chain that only this backend reads. */
export interface EvmNode extends Omit<RolesNode, 'chain' | 'loop'> {
  readonly chain: Chain;
  readonly record: RecordOfChain;
  readonly loop: Loop;
  readonly mining: Mining;
  readonly clock: ChainClock;
  readonly snapshots: Snapshots;
  /** Undefined until the chain has all its node. */
  readonly rollback: Rollback;
  readonly waits: TxWaits;
  readonly devTxSender: DevTxSender;
  readonly stateDumps: StateDumps;
  readonly validators: ValidatorControl;
  readonly networkControl: NetworkControl;
  readonly host: RolesNode['host'] & { readonly chains: EvmChains | undefined };
}

/** Makes the backend. `home` is the folder of the chain, if it is persistent. */
export function evmBackend(
  node: EvmNode,
  replacement: ChainReplacement,
  home: string | undefined,
  answers: JsonRpcOptions,
): EvmBackend {
  const { chain, record, loop, mining, clock, snapshots, waits, devTxSender } = node;
  const { blockStore, store } = chain;
  const reset = (): Promise<void> => replacement.overtake(() => node.rollback.reset());
  const forked = evmForked(chain, reset, replacement.replace);
  const earlier = evmEarlier(chain, forked);
  return {
    get chainId() {
      return chain.evmChainId;
    },
    ...chainRoles(node, answers),
    ...evmNetwork(chain, home),
    ...evmNetworkControl(chain, node.networkControl),
    ...evmChains(chain.genesis.chainId, node.host),
    ...forked,
    get earlier() {
      return earlier.earlier;
    },
    ...evmConflict(chain),
    ...evmDevelopment(devTxSender, new AnswerControl(chain, devTxSender)),
    ...evmValidators(chain, node.validators),
    ...evmDropping({ chain, loop, waits }),
    mineBlocks: (request) => mining.mine(request),
    ...evmMiningMode(loop),
    reset,
    rollback: (depth) => node.rollback.rollback(depth),
    ...evmSnapshots(snapshots, store),
    ...evmTime({ clock, loop, blockStore, store }),
    ...evmStateFiles(node.stateDumps, {
      devTxSender,
      // A fork has the blocks of its remote below its own.
      historyTaker: forked.forked === undefined ? replacement.historyTaker : () => undefined,
    }),
    ...evmTraceFeed(chain, loop, record),
  };
}
