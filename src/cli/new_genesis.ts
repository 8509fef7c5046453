/** Makes the genesis document of a new chain: a development chain, on which documents of other tools may build. */
import { accountsOf, cosmosAccountsOf } from '../config/accounts.js';
import { type NewChain, newChain } from '../config/genesis_forms/new_chain.js';
import type { ResolvedConfig } from '../config/schema.js';
import { readStateFileAt } from '../config/state_files.js';
import { HalleyError } from '../kernel/errors.js';

/** Is a document of geth or Hardhat, and where it comes from. */
export interface ForeignDocument {
  readonly path: string;
  readonly document: unknown;
}

/** Returns a new chain with the accounts of the configuration, of the document, and of the state file to load. */
export async function newGenesis(
  { genesis, devnet, run }: ResolvedConfig,
  foreign?: ForeignDocument,
): Promise<NewChain> {
  const { disableCodeSizeLimit: allowUnlimitedContractSize, ...choices } = genesis;
  const state =
    run.loadState === undefined ? undefined : await readStateFileAt(run.loadState, 'invalid-config', 'state file');
  return newChain(
    {
      ...choices,
      allowUnlimitedContractSize,
      seed: devnet.seed,
      ethereumAddresses: (await accountsOf(devnet)).map(({ address }) => address),
      cosmosAddresses: (await cosmosAccountsOf(devnet)).map(({ address }) => address),
    },
    foreign?.document,
    state,
    (problem, facts) => new HalleyError('invalid-genesis', `genesis ${foreign?.path}: ${problem}`, facts),
  );
}
