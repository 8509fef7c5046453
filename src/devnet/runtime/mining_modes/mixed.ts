/** Automine and interval at once: a height for each transaction, and every so often one more, empty or not. */

import { describeTicks, TICK_PARAMETERS, type Ticks, tick, ticksRefusal } from '../block_interval.js';
import { definePacer } from '../mining_mode_definition.js';

export interface Mixed extends Ticks {
  readonly type: 'mixed';
}

export const pacer = definePacer<Mixed>({
  type: 'mixed',
  describe: (pace) => `a block for each transaction, and one ${describeTicks(pace)}`,
  parameters: TICK_PARAMETERS,
  refusal: ticksRefusal,
  automine: true,
  run: tick,
});
