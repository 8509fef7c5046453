/** The genesis document that a configuration asks for; undefined for that of the chain that the home folder holds. */
import type { ResolvedConfig } from '../config/schema.js';
import { givenGenesis } from './given_genesis.js';
import { genesisOfHome } from './home.js';
import { newGenesis } from './new_genesis.js';

export async function genesisDocument(config: ResolvedConfig): Promise<unknown> {
  const { home, genesis } = config.run;
  if (home !== undefined) return await genesisOfHome(home, config);
  return genesis === undefined ? await newGenesis(config) : await givenGenesis(genesis);
}
