/** Makes a height at each interval, empty or not. */

import { type BlockInterval, describeInterval, intervalRefusal, TICK_PARAMETERS, tick } from '../block_interval.js';
import { defineMiningMode } from '../mining_mode_definition.js';

export interface Interval extends BlockInterval {
  readonly type: 'interval';
}

export const mode = defineMiningMode<Interval>({
  type: 'interval',
  describe: (miningMode) => `a block ${describeInterval(miningMode)}`,
  parameters: TICK_PARAMETERS,
  refusal: intervalRefusal,
  run: tick,
});
