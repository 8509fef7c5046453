import type { ValidatorControl } from '../../actions/validators.js';
import type { Chain } from '../../chain/chain.js';
import type { RecordOfChain } from '../../chain/chain_activity.js';
import type { ChainClock } from '../../clock/chain_clock.js';
import type { NetworkControl } from '../../network/network_control.js';
import type { RunningChain } from '../../running_chain.js';
import type { BlockProducer } from '../../runtime/block_producer.js';
import type { Loop } from '../../runtime/loop.js';
import type { Mining } from '../../runtime/mine_blocks.js';
import type { TxWaits } from '../../runtime/tx_waits.js';
import type { Rollback } from '../../snapshots/rollback.js';
import type { Snapshots } from '../../snapshots/snapshots.js';

/** The parts of a chain under the simulated network that its backend reads. */
export interface SimulatedNode extends RunningChain<Chain> {
  readonly record: RecordOfChain;
  readonly loop: Loop;
  readonly mining: Mining;
  readonly producer: BlockProducer;
  readonly clock: ChainClock;
  readonly snapshots: Snapshots;
  /** Undefined until the chain has all its parts. */
  readonly rollback: Rollback;
  readonly waits: TxWaits;
  readonly validators: ValidatorControl;
  readonly networkControl: NetworkControl;
}
