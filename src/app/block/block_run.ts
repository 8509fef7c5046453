/** A block while it is executed: the working state, the machine and what every transaction of it shares. */

import type { Bytes } from '../../kernel/bytes.js';
import type { AnteContext } from '../ante/stateful.js';
import type { BlockContext, MachineBlock } from '../evm/block_context.js';
import type { Machine } from '../evm/machine.js';
import type { WorkingState } from '../state/types.js';
import type { BlockTotals } from './totals.js';

export interface BlockRun extends AnteContext {
  readonly state: WorkingState;
  /** Replaced when a transaction broke it. */
  machine: Machine;
  /** Of the consensus header. */
  readonly hash: Bytes;
  readonly context: BlockContext;
  readonly machineBlock: MachineBlock;
  readonly totals: BlockTotals;
}
