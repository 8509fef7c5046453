/**
 * Makes a height for each transaction that can be executed; its sender gets a response when the height is published.
 */
import { defineMiningMode } from '../mining_mode_definition.js';

export interface Automine {
  readonly type: 'automine';
}

export const mode = defineMiningMode<Automine>({
  type: 'automine',
  describe: () => 'a block for each transaction',
  parameters: {},
  automine: true,
});
