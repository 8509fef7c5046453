/** Selects the genesis document of a new chain. */
import { foreignFormOf, type NewChain } from '../config/genesis_forms/new_chain.js';
import { refuseGenesisSettings } from '../config/resolve.js';
import type { ResolvedConfig } from '../config/schema.js';
import { HalleyError } from '../kernel/errors.js';
import { givenGenesis } from './given_genesis.js';
import { newGenesis } from './new_genesis.js';

/**
 * Returns the chain that `--genesis` and `--load-state` describe. Without either it returns a new development chain.
 * Throws HalleyError for settings of a new chain beside a document that defines them.
 */
export async function chosenGenesis(config: ResolvedConfig): Promise<NewChain> {
  const { genesis: path, loadState } = config.run;
  if (path === undefined) return newGenesis(config);
  const document = await givenGenesis(path);
  if (foreignFormOf(document) !== undefined) return newGenesis(config, { path, document });
  refuseGenesisSettings(config.genesis, `the document ${path}`);
  if (loadState !== undefined)
    throw new HalleyError(
      'invalid-config',
      `--load-state ${loadState} needs a new chain, but the document ${path} defines one: omit --genesis, or give a genesis of geth`,
    );
  return { document, timestamp: undefined, privateKeys: undefined };
}
