/** The genesis document that a configuration asks for; undefined for that of the chain that the home folder holds. */
import type { ResolvedConfig } from '../config/schema.js';
import { chosenGenesis } from './chosen_genesis.js';
import { genesisOfHome } from './home.js';

export async function genesisDocument(config: ResolvedConfig): Promise<unknown> {
  const { home } = config.run;
  return home === undefined ? await chosenGenesis(config) : await genesisOfHome(home, config);
}
