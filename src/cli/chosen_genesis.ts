/** Selects the genesis document of a new chain. */
import { existsSync } from 'node:fs';
import { accountsOf, cosmosAccountsOf } from '../config/accounts.js';
import { readGenesisFile } from '../config/files.js';
import { foreignFormOf, type NewChain, newChain } from '../config/genesis_forms/new_chain.js';
import { genesisNamed, isGenesisName } from '../config/genesis_names.js';
import { refuseGenesisSettings } from '../config/resolve.js';
import type { ResolvedConfig } from '../config/schema.js';
import { readStateFileAt } from '../config/state_files.js';
import { HalleyError } from '../kernel/errors.js';

/** Recognizes a path by a separator, an extension, or an existing file of that name. Any other word is a name. */
const isPath = (text: string): boolean => /[./\\]/.test(text) || existsSync(text);

/**
 * Returns the document that `--genesis` names, as parsed JSON. One of the package precedes a file of the same name,
 * whose path is `./name`. Throws HalleyError `invalid-genesis` that names the file, or lists the documents.
 */
async function givenGenesis(nameOrPath: string): Promise<unknown> {
  return !isGenesisName(nameOrPath) && isPath(nameOrPath) ? readGenesisFile(nameOrPath) : genesisNamed(nameOrPath);
}

/** Document of geth or Hardhat, and where it comes from. */
interface ForeignDocument {
  readonly path: string;
  readonly document: unknown;
}

/** Returns a new chain with the accounts of the configuration, of the document, and of the state file to load. */
async function newGenesis({ genesis, devnet, run }: ResolvedConfig, foreign?: ForeignDocument): Promise<NewChain> {
  const state =
    run.loadState === undefined ? undefined : await readStateFileAt(run.loadState, 'invalid-config', 'state file');
  return newChain(
    {
      ...genesis,
      preinstalls: genesis.noPreinstalls !== true,
      seed: devnet.seed,
      ethereumAddresses: (await accountsOf(devnet)).map(({ address }) => address),
      cosmosAddresses: (await cosmosAccountsOf(devnet)).map(({ address }) => address),
    },
    foreign?.document,
    state,
    (problem, facts) => new HalleyError('invalid-genesis', `genesis ${foreign?.path}: ${problem}`, facts),
  );
}

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
