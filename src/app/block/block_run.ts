/** A block while it is executed: what it opened with, the working state, the machine, and what its transactions add up to. */
import type { Machine } from '../../evm/machine.js';
import type { Observer } from '../../evm/observer.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { WorkingState } from '../state/types.js';
import type { OpenBlock } from './open_block.js';
import type { BlockTotals } from './totals.js';

export interface BlockRun extends OpenBlock {
  readonly state: WorkingState;
  /** With `on` attached; a new one when the last was broken. Only a block with transactions needs it. */
  readonly machine: (on: WorkingState) => Machine<WorkingState> | Promise<Machine<WorkingState>>;
  /** Of the consensus header. */
  readonly hash: Bytes;
  readonly totals: BlockTotals;
  /** Hears of what the next Ethereum transaction does; where somebody traces it. */
  readonly observer?: Observer;
}
