/** Combines automine and interval: makes a height for each transaction, and one at each interval, empty or not. */

import { type BlockInterval, describeInterval, intervalRefusal, TICK_PARAMETERS, tick } from '../block_interval.js';
import { defineMiningMode } from '../mining_mode_definition.js';

export interface Mixed extends BlockInterval {
  readonly type: 'mixed';
}

export const mode = defineMiningMode<Mixed>({
  type: 'mixed',
  describe: (miningMode) => `a block for each transaction, and one ${describeInterval(miningMode)}`,
  parameters: TICK_PARAMETERS,
  refusal: intervalRefusal,
  automine: true,
  run: tick,
});
