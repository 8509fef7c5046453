/** Creates the genesis document of a new development chain. */
import { accountsOf, cosmosAccountsOf } from '../config/accounts.js';
import { developmentGenesis } from '../config/development_genesis.js';
import type { ResolvedConfig } from '../config/schema.js';

export async function newGenesis({ genesis, devnet }: ResolvedConfig): Promise<unknown> {
  const accounts = [...(await accountsOf(devnet)), ...(await cosmosAccountsOf(devnet))];
  const { disableCodeSizeLimit: allowUnlimitedContractSize, ...choices } = genesis;
  return developmentGenesis({
    ...choices,
    allowUnlimitedContractSize,
    seed: devnet.seed,
    addresses: accounts.map(({ address }) => address),
  });
}
