/** A height when told, or a step of it. */
import { definePacer } from '../mining_mode_definition.js';

export interface Manual {
  readonly type: 'manual';
}

export const pacer = definePacer<Manual>({
  type: 'manual',
  describe: () => 'a block when told',
  parameters: {},
  stepwise: true,
});
