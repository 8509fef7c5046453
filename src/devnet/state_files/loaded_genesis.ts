/**
 * Replaces documents of other tools in the options of a devnet with a genesis document: geth's genesis, Hardhat's
 * accounts, a state file, and documents of SDK applications.
 */
import { DEVELOPMENT_ACCOUNTS } from '../../config/development_accounts.js';
import { DEFAULT_SEED } from '../../config/development_authority.js';
import { DEVELOPMENT_COSMOS_ACCOUNTS } from '../../config/development_cosmos_accounts.js';
import type { Refuse } from '../../config/genesis_forms/json_node.js';
import { foreignFormOf, newChain } from '../../config/genesis_forms/new_chain.js';
import { readStateFile, type StateFile } from '../../config/genesis_forms/state_file.js';
import { readStateBytes, readStateFileAt } from '../../config/state_files.js';
import { HalleyError } from '../../kernel/errors.js';
import type { UnixNanos } from '../../kernel/time.js';
import type { DevnetOptions } from '../options/devnet_options.js';
import { evmChoices } from '../options/evm_options.js';
import { isSdkGenesis } from '../sdk_genesis/missing_modules.js';

/** Returns the options with a genesis document of Halley, or unchanged. Throws HalleyError for an invalid document. */
export async function withLoadedGenesis(options: DevnetOptions, defaultTime: UnixNanos): Promise<DevnetOptions> {
  const { genesis, loadState, gasLimit, preinstalls, seed = DEFAULT_SEED } = options;
  if (loadState === undefined && foreignFormOf(genesis) === undefined) return withSdkGenesis(options, defaultTime);
  const choices = {
    ...evmChoices(options),
    gasLimit,
    preinstalls,
    seed,
    timestamp: options.timestamp === undefined ? undefined : Number(options.timestamp),
    ethereumAddresses: DEVELOPMENT_ACCOUNTS.map(({ address }) => address),
    cosmosAddresses: DEVELOPMENT_COSMOS_ACCOUNTS.map(({ address }) => address),
  };
  const state = loadState === undefined ? undefined : await stateOf(loadState);
  const refuse: Refuse = (problem, facts) => new HalleyError('invalid-genesis', `genesis: ${problem}`, facts);
  const { document, timestamp, privateKeys } = await newChain(choices, genesis, state, refuse);
  return {
    ...options,
    genesis: document,
    timestamp: timestamp ?? options.timestamp,
    privateKeys: options.privateKeys ?? privateKeys,
  };
}

/** Replaces the document of an SDK application. A document of Halley stays. */
async function withSdkGenesis(options: DevnetOptions, defaultTime: UnixNanos): Promise<DevnetOptions> {
  const { genesis, validators, ...rest } = options;
  if (!isSdkGenesis(genesis)) return options;
  const { sdkGenesis } = await import('../sdk_genesis/sdk_genesis.js');
  const { document, warnings } = sdkGenesis(genesis, { seed: rest.seed ?? DEFAULT_SEED, validators, defaultTime });
  for (const warning of warnings) rest.onGenesisWarning?.(warning);
  return { ...rest, genesis: document };
}

async function stateOf(given: NonNullable<DevnetOptions['loadState']>): Promise<StateFile> {
  if (typeof given === 'string') return readStateFileAt(given, 'invalid-argument', 'loadState');
  const refuse: Refuse = (problem, facts) => new HalleyError('invalid-argument', `loadState: ${problem}`, facts);
  return given instanceof Uint8Array ? readStateBytes(given, refuse) : readStateFile(given, refuse);
}
