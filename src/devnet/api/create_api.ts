/** Creates the public API object of a running devnet. */
import type { EvmStateFiles } from '../../backend/evm/state_files.js';
import { bytesOfStateFile, stateFilePath } from '../../config/state_files.js';
import { HalleyError } from '../../kernel/errors.js';
import type { Client } from '../../kernel/fair_scheduler.js';
import type { EvmProvider } from '../../rpc/evm/provider.js';
import { boolean, type Members, optionsOf, snapshotId, text, where } from '../../settings/reader.js';
import type { ChainRuntime } from '../chain_runtime.js';
import type { ChannelControl } from '../chains/channel_control.js';
import type { Counterparty } from '../chains/counterparty.js';
import type { Host } from '../host.js';
import type { Urls } from '../listeners.js';
import { miningModeOption } from '../options/mining_mode_option.js';
import type { DumpOptions } from '../options/state_options.js';
import type { Relayer } from '../relaying/relayer.js';
import type { RevertOptions } from '../snapshots/snapshots.js';
import type { StateDumps } from '../state_files/dump_state.js';
import { writeStateFile } from '../state_files/write_state_file.js';
import { validatorsOf } from '../views/validators.js';
import { accountsOf, cosmosAccountsOf } from './accounts.js';
import { chainOf, chainsOf } from './chains.js';
import type { Devnet } from './devnet.js';
import { devnetForkOf } from './fork.js';
import { mineWith } from './mining.js';
import { nativeCurrencyOf } from './native_currency.js';
import { networkOf } from './network.js';
import { relayerOf } from './relayer.js';
import { timeOf } from './time.js';
import { addValidator, validatorId, validatorKeysOf } from './validators.js';
import { wholeNumber } from './whole_number.js';

const REVERT = { settings: boolean } satisfies Members<RevertOptions>;
const readRevertOptions = optionsOf<RevertOptions>('revert', REVERT);

export interface ApiDeps {
  /** Parts of the current chain; they change when a reset replaces the chain. */
  readonly node: ChainRuntime;
  readonly host: Host;
  readonly provider: EvmProvider;
  readonly urls: Urls;
  readonly chains: readonly Counterparty[];
  readonly relayer: Relayer | undefined;
  readonly channels: ChannelControl;
  readonly close: () => Promise<void>;
}

/** Client of the scheduler for loads of the program. */
const PROGRAM: Client = { id: 'loadState' };

const DUMP = { historicalStates: boolean } satisfies Members<DumpOptions>;
const readDumpOptions = optionsOf<DumpOptions>('dumpState', DUMP);
const readStateFile = where<string | Uint8Array>(
  (value) => value instanceof Uint8Array || (typeof value === 'string' && value !== ''),
  'the path of a state file, or its bytes',
);

/** Writes the state file `file`. */
function dumpStateTo(dumps: StateDumps, file: unknown, options: unknown): Promise<void> {
  const { historicalStates = false } = readDumpOptions(options);
  return writeStateFile(dumps, text(file, 'file'), { historicalStates });
}

/** Loads a state file: its path, or its bytes. */
async function loadStateFrom({ loadState }: Pick<EvmStateFiles, 'loadState'>, given: unknown): Promise<void> {
  const state = readStateFile(given, 'state');
  await loadState(typeof state === 'string' ? await bytesOf(stateFilePath(state)) : state, PROGRAM);
}

const bytesOf = (file: string): Promise<Uint8Array> =>
  bytesOfStateFile(
    file,
    (problem, facts) => new HalleyError('invalid-argument', `state file ${file}: ${problem}`, { file, ...facts }),
  );

export function createApi({
  node,
  host: { options, wallet, keys },
  provider,
  urls,
  chains,
  relayer,
  channels,
  close,
}: ApiDeps): Devnet {
  const accountsOn = (on: Pick<ChainRuntime, 'chain' | 'evmBackend'>) => accountsOf(wallet, keys, on);
  return {
    get chainId() {
      return node.chain.genesis.chainId;
    },
    get evmChainId() {
      return node.chain.evmChainId;
    },
    get nativeCurrency() {
      return nativeCurrencyOf(node.chain);
    },
    get genesisTime() {
      return node.chain.genesis.genesisTime;
    },
    get fork() {
      return devnetForkOf(node.chain);
    },
    get accounts() {
      return accountsOn(node);
    },
    get cosmosAccounts() {
      return cosmosAccountsOf(options, node);
    },
    urls,
    provider,
    chains: chainsOf(chainOf(node, provider, urls, accountsOn), chains, accountsOn),
    relayer: relayerOf(relayer),
    openChannel: (terms) => channels.open(terms),
    closeChannel: (end) => channels.close(end),
    get height() {
      return node.chain.blockStore.height;
    },
    time: timeOf(node),
    get validators() {
      return validatorsOf(node.chain);
    },
    network: networkOf(node),
    get miningMode() {
      return node.loop.miningMode;
    },
    setMiningMode: async (miningMode) => node.loop.setMiningMode(miningModeOption({ miningMode })),
    step: (unit = 'event', count = 1) => node.loop.step(unit, count),
    mine: async (options = {}) => mineWith(node.mining, options),
    snapshot: () => node.snapshots.take(),
    revert: async (id, options = {}) => node.snapshots.revert(snapshotId(id, 'id'), readRevertOptions(options)),
    dumpState: async (file, options = {}) => dumpStateTo(node.stateDumps, file, options),
    loadState: async (state) => loadStateFrom(node.evmBackend, state),
    setValidatorPower: async (validator, power) =>
      node.devTxSender.setValidatorPower(validatorId(validator), wholeNumber('power', power)),
    addValidator: (terms = {}) => addValidator(node.chain, node.validators, terms),
    removeValidator: async (validator) => node.validators.remove(validatorId(validator)),
    get validatorKeys() {
      return validatorKeysOf(node.validators);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
