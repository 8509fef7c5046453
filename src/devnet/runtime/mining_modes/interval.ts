/** A height every so often, empty or not. */

import { describeTicks, TICK_PARAMETERS, type Ticks, tick, ticksRefusal } from '../block_interval.js';
import { definePacer } from '../mining_mode_definition.js';

export interface Interval extends Ticks {
  readonly type: 'interval';
}

export const pacer = definePacer<Interval>({
  type: 'interval',
  describe: (pace) => `a block ${describeTicks(pace)}`,
  parameters: TICK_PARAMETERS,
  refusal: ticksRefusal,
  run: tick,
});
