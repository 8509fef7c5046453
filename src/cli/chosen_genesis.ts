/** The genesis document that a new chain begins with. */
import type { ResolvedConfig } from '../config/schema.js';
import { givenGenesis } from './given_genesis.js';
import { newGenesis } from './new_genesis.js';

/** Returns the document that `--genesis` names as parsed JSON, or without the flag that of a new development chain. */
export function chosenGenesis(config: ResolvedConfig): Promise<unknown> {
  const { genesis } = config.run;
  return genesis === undefined ? newGenesis(config) : givenGenesis(genesis);
}
