/**
 * Returns the genesis document for a configuration, or undefined where the chain in the home folder defines its own.
 */
import type { ResolvedConfig } from '../config/schema.js';
import { chosenGenesis } from './chosen_genesis.js';
import { genesisOfHome } from './home.js';

export async function genesisDocument(config: ResolvedConfig): Promise<unknown> {
  const { home } = config.run;
  return home === undefined ? await chosenGenesis(config) : await genesisOfHome(home, config);
}
