/** Creates the public API object of a running devnet. */
import type { ChainSlot } from '../../backend/chain_slot.js';
import type { EvmStateFiles } from '../../backend/evm/snapshots.js';
import { bytesOfStateFile, stateFilePath } from '../../config/state_files.js';
import { HalleyError } from '../../kernel/errors.js';
import type { Client } from '../../kernel/fair_scheduler.js';
import type { EvmProvider } from '../../rpc/evm/provider.js';
import { boolean, type Members, optionsOf, snapshotId, text, where } from '../../settings/reader.js';
import { passProposal } from '../actions/proposals.js';
import type { ChainNode } from '../chain_node.js';
import type { ChannelControl } from '../chains/channel_control.js';
import type { Counterparty } from '../chains/counterparty.js';
import type { Host } from '../host.js';
import type { Urls } from '../listeners.js';
import { miningModeOption } from '../options/mining_mode_option.js';
import type { DumpOptions } from '../options/state_options.js';
import type { Relayer } from '../relaying/relayer.js';
import { readRevertOptions } from '../snapshots/snapshots.js';
import type { StateDumps } from '../state_files/dump_state.js';
import { writeStateFile } from '../state_files/write_state_file.js';
import { validatorsOf } from '../views/validators.js';
import { accountsOf, cosmosAccountsOf } from './accounts.js';
import { chainOf, chainsOf } from './chains.js';
import type { Devnet } from './devnet.js';
import { devnetForkOf } from './fork.js';
import { mineWith, reorgWith } from './mining.js';
import { nativeCurrencyOf } from './native_currency.js';
import { networkOf } from './network.js';
import { relayerOf } from './relayer.js';
import { timeOf } from './time.js';
import { addValidator, validatorId, validatorKeysOf } from './validators.js';
import { walletOf } from './wallet.js';
import { wholeNumber } from './whole_number.js';

export interface ApiDeps {
  /** Place of the devnet's own chain. */
  readonly slot: ChainSlot<ChainNode>;
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
async function loadStateFrom({ loadState }: EvmStateFiles, given: unknown): Promise<void> {
  const state = readStateFile(given, 'state');
  await loadState(typeof state === 'string' ? await bytesOf(stateFilePath(state)) : state, PROGRAM);
}

const bytesOf = (file: string): Promise<Uint8Array> =>
  bytesOfStateFile(
    file,
    (problem, facts) => new HalleyError('invalid-argument', `state file ${file}: ${problem}`, { file, ...facts }),
  );

export function createApi({ slot, host, provider, urls, chains, relayer, channels, close }: ApiDeps): Devnet {
  const { options, wallet, keys } = host;
  const accountsOn = (on: ChainNode) => accountsOf(wallet, keys, on);
  return {
    get chainId() {
      return slot.now.chain.genesis.chainId;
    },
    get evmChainId() {
      return slot.now.chain.evmChainId;
    },
    get nativeCurrency() {
      return nativeCurrencyOf(slot.now.chain);
    },
    get genesisTime() {
      return slot.now.chain.genesis.genesisTime;
    },
    get fork() {
      return devnetForkOf(slot.now.chain);
    },
    get accounts() {
      return accountsOn(slot.now);
    },
    get cosmosAccounts() {
      return cosmosAccountsOf(options, slot.now);
    },
    urls,
    provider,
    wallet: walletOf(host),
    chains: chainsOf(chainOf(slot, provider, urls, accountsOn), chains, accountsOn),
    relayer: relayerOf(relayer),
    openChannel: (terms) => channels.open(terms),
    closeChannel: (end) => channels.close(end),
    get height() {
      return slot.now.chain.blockStore.height;
    },
    time: timeOf(slot, () => slot.now.evmBackend),
    get validators() {
      return validatorsOf(slot.now.chain);
    },
    network: networkOf(slot),
    get miningMode() {
      return slot.now.loop.miningMode;
    },
    setMiningMode: async (miningMode) => slot.now.loop.setMiningMode(miningModeOption({ miningMode })),
    step: (unit = 'event', count = 1) => slot.now.loop.step(unit, count),
    mine: async (options = {}) => mineWith(slot.now.mining, options),
    reorg: async (options = {}) => reorgWith(slot.now.evmBackend, options),
    snapshot: () => slot.now.snapshots.take(),
    revert: async (id, options = {}) => slot.now.snapshots.revert(snapshotId(id, 'id'), readRevertOptions(options)),
    dumpState: async (file, options = {}) => dumpStateTo(slot.now.stateDumps, file, options),
    loadState: async (state) => loadStateFrom(slot.now.evmBackend, state),
    setValidatorPower: async (validator, power) =>
      slot.now.devTxSender.setValidatorPower(validatorId(validator), wholeNumber('power', power)),
    addValidator: (terms = {}) => addValidator(slot.now.chain, slot.now.validators, terms),
    removeValidator: async (validator) => slot.now.validators.remove(validatorId(validator)),
    passProposal: async (proposal) =>
      passProposal(
        slot.now.chain,
        slot.now.devTxSender,
        Array.isArray(proposal) ? proposal : wholeNumber('proposal', proposal as bigint | number),
      ),
    get validatorKeys() {
      return validatorKeysOf(slot.now.validators);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
