/** Selects the genesis document of a new chain. */
import type { ResolvedConfig } from '../config/schema.js';
import { givenGenesis } from './given_genesis.js';
import { newGenesis } from './new_genesis.js';

/**
 * Returns the document that `--genesis` names, as parsed JSON. Without the flag it returns that of a new development
 * chain.
 */
export function chosenGenesis(config: ResolvedConfig): Promise<unknown> {
  const { genesis } = config.run;
  return genesis === undefined ? newGenesis(config) : givenGenesis(genesis);
}
