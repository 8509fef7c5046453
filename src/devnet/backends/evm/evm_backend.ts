import type { EvmBackend } from '../../../backend/evm/evm_backend.js';
import type { DevTxSender } from '../../actions/dev_tx_sender.js';
import { AnswerControl } from '../../actions/set_view_result.js';
import type { ValidatorControl } from '../../actions/validators.js';
import type { Chain } from '../../chain/chain.js';
import type { ChainClock } from '../../clock/chain_clock.js';
import type { NetworkControl } from '../../network/network_control.js';
import type { Loop } from '../../runtime/loop.js';
import type { Mining } from '../../runtime/mine_blocks.js';
import type { TxWaits } from '../../runtime/tx_waits.js';
import type { Rollback } from '../../snapshots/rollback.js';
import type { Snapshots } from '../../snapshots/snapshots.js';
import type { StateDumps } from '../../state_files/dump_state.js';
import { type ChainRolesDeps, chainRoles } from './chain_roles.js';
import { type AllChains, evmChains } from './chains.js';
import { evmConflict } from './conflict.js';
import { evmDevelopment } from './development.js';
import { evmDropping } from './dropping.js';
import { evmEarlier } from './earlier.js';
import { evmForked } from './forked.js';
import { evmMiningMode } from './mining_mode.js';
import { evmNetwork } from './network.js';
import { evmNetworkControl } from './network_control.js';
import { type ChainReplacement, NO_REPLACEMENT } from './replacement.js';
import { evmSnapshots } from './snapshots.js';
import { evmStateFiles } from './state_files.js';
import { evmTime } from './time.js';
import { evmTraceFeed } from './trace_feed.js';
import { evmValidators } from './validators.js';

export interface EvmBackendDeps extends ChainRolesDeps {
  readonly chain: Chain;
  readonly loop: Loop;
  readonly mining: Mining;
  readonly clock: ChainClock;
  readonly snapshots: Snapshots;
  /** Returns the rollback, which needs the filters that are made over this backend. */
  readonly rollback: () => Rollback;
  readonly waits: TxWaits;
  readonly devTxSender: DevTxSender;
  readonly stateDumps: StateDumps;
  readonly validators: ValidatorControl;
  readonly networkControl: NetworkControl;
  /** Folder of the chain; `undefined` when the chain is not persistent. */
  readonly home: string | undefined;
  readonly allChains: AllChains;
  /** `undefined` for a chain that cannot be replaced. */
  readonly replacement: ChainReplacement | undefined;
}

export function evmBackend(parts: EvmBackendDeps): EvmBackend {
  const { chain, loop, mining, clock, snapshots, waits, devTxSender } = parts;
  const { rollback, replacement = NO_REPLACEMENT } = parts;
  const { blockStore, store } = chain;
  const reset = (): Promise<void> => replacement.overtake(() => rollback().reset());
  const forked = evmForked(chain, reset, replacement.replace);
  const earlier = evmEarlier(chain, forked);
  return {
    get chainId() {
      return chain.evmChainId;
    },
    ...chainRoles(parts),
    ...evmNetwork(chain, parts.home),
    ...evmNetworkControl(chain, parts.networkControl),
    ...evmChains(chain.genesis.chainId, parts.allChains),
    ...forked,
    get earlier() {
      return earlier.earlier;
    },
    ...evmConflict(chain),
    ...evmDevelopment(devTxSender, new AnswerControl(chain, devTxSender)),
    ...evmValidators(chain, parts.validators),
    ...evmDropping({ chain, loop, waits }),
    mineBlocks: (request) => mining.mine(request),
    ...evmMiningMode(loop),
    reset,
    rollback: (depth) => rollback().rollback(depth),
    ...evmSnapshots(snapshots, store),
    ...evmTime({ clock, loop, blockStore, store }),
    ...evmStateFiles(parts.stateDumps, {
      devTxSender,
      // A fork has the blocks of its remote below its own.
      historyTaker: forked.forked === undefined ? replacement.historyTaker : () => undefined,
    }),
    ...evmTraceFeed(chain, loop),
  };
}
