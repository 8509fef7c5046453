/** Makes a height only on request, or a step of it. */
import { defineMiningMode } from '../mining_mode_definition.js';

export interface Manual {
  readonly type: 'manual';
}

export const mode = defineMiningMode<Manual>({
  type: 'manual',
  describe: () => 'a block on request',
  parameters: {},
  allowsStep: true,
});
