/** A block while it is executed: the working state, the machine and what every transaction of it shares. */

import type { Bytes } from '../../kernel/bytes.js';
import type { AnteContext } from '../ante/stateful.js';
import type { BlockContext } from '../evm/block_context.js';
import type { Machine } from '../evm/machine.js';
import type { WorkingState } from '../state/types.js';
import type { BlockTotals } from './totals.js';

export interface BlockRun extends AnteContext {
  readonly state: WorkingState;
  /** With `state` attached; a new one when the last was broken. Only a block with transactions needs it. */
  readonly machine: () => Machine | Promise<Machine>;
  /** Of the consensus header. */
  readonly hash: Bytes;
  readonly context: BlockContext;
  readonly totals: BlockTotals;
}
