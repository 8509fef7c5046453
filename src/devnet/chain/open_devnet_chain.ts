/** Opens the chain of a devnet from its options: its network, its home folder if it has one, and its limits. */
import { FEE_COLLECTOR } from '../../app/modules/auth/fee_collector.js';
import { toBase64 } from '../../codec/base64.js';
import { addressOfKey, cosmosAddressOfKey } from '../../config/development_addresses.js';
import { DEFAULT_SEED, developmentAuthority } from '../../config/development_authority.js';
import { DEVELOPMENT_COSMOS_ACCOUNTS } from '../../config/development_cosmos_accounts.js';
import { developmentGenesis, type GenesisFeatures, withPriceOracle } from '../../config/development_genesis.js';
import { historyIn } from '../../config/genesis_forms/history/history_document.js';
import { DEVNET_OPTIONS } from '../../config/options.js';
import { parseGenesis } from '../../consensus/types/genesis.js';
import { loadKeyTypes } from '../../crypto/validator_keys.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import type { FairScheduler } from '../../kernel/fair_scheduler.js';
import { fromHex } from '../../kernel/hex.js';
import { NANOS_PER_SECOND, type UnixNanos } from '../../kernel/time.js';
import { DEFAULT_MEMPOOL_LIMITS } from '../../mempool/limits.js';
import { isOfHardhat } from '../../rpc/evm/compat.js';
import type { ConsensusTimeouts, ValidatorKey } from '../../simulation/index.js';
import type { Store } from '../../storage/store.js';
import type { BegunFork } from '../fork/begin_fork.js';
import type { Fork } from '../fork/fork.js';
import type { Interrupt } from '../fork/interrupt.js';
import { mustHoldNoOthers } from '../home/home_chains.js';
import { openHome } from '../home/home_store.js';
import type { DevnetOptions } from '../options/devnet_options.js';
import { evmChoices } from '../options/evm_options.js';
import { faultsOption } from '../options/faults_option.js';
import { planMember, readPlan } from '../plan/read_plan.js';
import type { Clock } from '../platform.js';
import { applicationRules } from './application_rules.js';
import type { Chain } from './chain.js';
import { forkedGenesis, takenOver } from './forked_genesis.js';
import { type NetworkOptions, networkOf } from './genesis.js';
import { type ApplicationRules, type OpenChainOptions, openChain } from './open_chain.js';
import { forkOf, mustBeForkedFrom, openChainFork } from './open_fork.js';
import { keyTypesOf, mustBeSeedOf, mustHaveChosen, readStoredGenesis, type StoredGenesis } from './stored_genesis.js';
import { type KeyTypes, validatorKeys } from './validator_keys.js';

/**
 * Time before now at which a devnet of several chains begins, unless its genesis document names a time. Each block
 * takes a second of its chain, and the network setup makes many blocks. The clocks show the current time when it is
 * done.
 */
const SETUP_SPAN: UnixNanos = 3_600n * NANOS_PER_SECOND;

/** Chain id of Hardhat's node, also when it forks another chain. */
const HARDHAT_CHAIN_ID = 31_337n;

/** Overrides by the code of this package besides the options of a devnet. */
export interface OpeningInternals {
  /** Opens a store in place of that of the home folder. */
  readonly openStore?: (options: DevnetOptions) => Promise<Store | undefined>;
  /** Arranges the keys of simulated validators; see `NetworkOptions`. */
  readonly arrangeKeys?: NetworkOptions['arrangeKeys'];
  /** Features of a new chain. */
  readonly features?: GenesisFeatures | undefined;
  /** Shares the thread, when the chain replaces another one. */
  readonly scheduler?: FairScheduler;
  /** Ends the opening of a fork. */
  readonly interrupt?: Interrupt;
  readonly broadcast?: OpenChainOptions['broadcast'];
  /** Fork of the options, whose block was requested before. */
  readonly begunFork?: BegunFork | undefined;
  readonly memoryBytes?: OpenChainOptions['memoryBytes'];
  /** Watches the runs of transactions and calls. */
  readonly execute?: ApplicationRules['execute'];
}

/**
 * Opens the chain. A persistent chain continues with its genesis, genesis time and seed when the options name none;
 * they may not name others. Throws HalleyError: `invalid-genesis`, `unavailable` (the home folder is in use),
 * `corrupt-store`.
 */
export async function openDevnetChain(
  options: DevnetOptions,
  clock: Clock,
  timeouts: ConsensusTimeouts,
  rpcAddress: () => string,
  {
    openStore = openHome,
    arrangeKeys,
    features,
    scheduler,
    interrupt,
    begunFork,
    broadcast,
    memoryBytes,
    execute,
  }: OpeningInternals = {},
): Promise<Chain> {
  const store = await openStore(options);
  let fork: Fork | undefined;
  try {
    const stored = store && readStoredGenesis(store);
    const seed = options.seed ?? stored?.seed ?? DEFAULT_SEED;
    const given = await givenDocument(options, stored, seed, features);
    const ownAccounts = options.fork === undefined ? [] : ownAccountsOf(options);
    fork = await openChainFork(options.fork, stored, {
      warn: options.onForkWarning,
      begun: begunFork,
      interrupt,
      accounts: stored === undefined && options.fork !== undefined ? [...takenOver(given), ...ownAccounts] : [],
    });
    if (stored === undefined && options.home !== undefined) mustHoldNoOthers(options.home);
    if (stored !== undefined) mustBeSeedOf(stored, seed);
    const { gasLimit, preinstalls } = options;
    const choices = { gasLimit, preinstalls, ...evmChoices(options) };
    if (stored !== undefined) mustHaveChosen(stored, choices);
    const document = await documentOf(options, stored, given, fork);
    const plan = options.genesis === undefined ? stored?.plan : planMember(options.genesis);
    const genesisTime = stored?.genesisTime ?? beginningOf(options, clock, plan);
    const named = { document, validators: options.validators, keyTypes: keyTypesFor(options, stored) };
    const network = networkOf({
      ...(await withSimulatedValidators(named, seed, genesisTime)),
      seed,
      arrangeKeys,
      genesisTime,
    });
    // An invalid index is refused before anything is written.
    faultsOption(options, network.keys.length);
    const mempool = { ...DEFAULT_MEMPOOL_LIMITS, ...options.mempool };
    const own = { moniker: options.moniker ?? DEVNET_OPTIONS.moniker.fallback, rpcAddress };
    // Transactions that a fork repeats have the order of their block.
    const { order = fork?.transactions.length ? 'fifo' : DEVNET_OPTIONS.order.fallback } = options;
    const rules = { ...applicationRules(options), execute };
    const history = stored === undefined ? historyIn(document) : undefined;
    const parts = {
      network,
      plan,
      seed,
      timeouts,
      mempool,
      order,
      store,
      own,
      rules,
      fork,
      ownAccounts,
      history,
      scheduler,
      broadcast,
      memoryBytes,
      onStorageWarning: options.onStorageWarning,
    };
    return await openChain(parts);
  } catch (error) {
    await fork?.close();
    await store?.close();
    throw error;
  }
}

const BONDED = 'BOND_STATUS_BONDED';

/** Returns the types of the keys of simulated validators. */
const keyTypesFor = ({ validatorKeyTypes }: DevnetOptions, stored: StoredGenesis | undefined): KeyTypes | undefined =>
  validatorKeyTypes ?? (stored && keyTypesOf(stored));

/** Returns the types of keys that a document allows; none for a document without them, or one that is not valid. */
function allowedKeyTypes(document: unknown): readonly string[] {
  const types = memberAt(document, 'consensus_params', 'validator', 'pub_key_types');
  return Array.isArray(types) ? types : [];
}

interface ValidatorsOfDocument {
  readonly document: unknown;
  /** Undefined when the document names the validators. */
  readonly validators: number | undefined;
  readonly keyTypes: KeyTypes | undefined;
}

/**
 * Lets simulated validators take over those of a genesis document that another network exported, because a devnet has
 * none of their keys. Returns the document in which `validators` of the seed have the tokens, delegations and powers of
 * its validators, as a new network of engines does, and in which the dev authority is that of the seed. A document
 * without entries in `app_state.staking.validators`, and one whose validators are the seed's, stay as they are. Throws
 * HalleyError `invalid-genesis`.
 */
async function withSimulatedValidators(
  { document, validators: count, keyTypes }: ValidatorsOfDocument,
  seed: string,
  genesisTime: UnixNanos,
): Promise<ValidatorsOfDocument> {
  await loadKeyTypes([...(keyTypes ?? []), ...allowedKeyTypes(document)]);
  const listed = listedValidators(document);
  if (count === undefined || listed.length === 0) return { document, validators: count, keyTypes };
  const nodes = keysFor(listed, seed, count, keyTypes);
  const { validators } = parseGenesis(document, genesisTime);
  const isOwn = validators.every(({ pubKey }) => nodes.some((node) => equalBytes(node.pubKey.bytes, pubKey.bytes)));
  if (isOwn) return { document, validators: validators.length === count ? undefined : count, keyTypes };
  const { networkGenesis } = await import('../other_validators/network_genesis.js');
  const devAuthority = { type: 'ed25519' as const, bytes: developmentAuthority(seed).publicKey };
  const taken = networkGenesis({ document, defaultTime: genesisTime, nodes, devAuthority });
  return { document: taken.document, validators: undefined, keyTypes };
}

/** Returns the first keys of the seed that no validator has which is jailed or not bonded: those it cannot give up. */
function keysFor(
  listed: readonly unknown[],
  seed: string,
  count: number,
  keyTypes: KeyTypes | undefined,
): readonly ValidatorKey[] {
  const fixed = listed.filter((entry) => memberAt(entry, 'jailed') === true || memberAt(entry, 'status') !== BONDED);
  const taken = new Set(fixed.map((entry) => memberAt(entry, 'consensus_pubkey', 'key')));
  return validatorKeys(seed, count + taken.size, keyTypes)
    .filter(({ pubKey }) => !taken.has(toBase64(pubKey.bytes)))
    .slice(0, count);
}

/** Returns the validators in the application's part of the document, which is checked later. */
function listedValidators(document: unknown): readonly unknown[] {
  const list = memberAt(document, 'app_state', 'staking', 'validators');
  return Array.isArray(list) ? list : [];
}

const memberAt = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce((owner, name) => (Object(owner) as Record<string, unknown>)[name], value);

/** Returns the genesis document as it is without a fork: the given one, that of the home folder, or a new one. */
async function givenDocument(
  options: DevnetOptions,
  stored: StoredGenesis | undefined,
  seed: string,
  { pbtsEnableHeight, voteExtensionsEnableHeight: extended }: GenesisFeatures = {},
): Promise<unknown> {
  const { gasLimit, preinstalls } = options;
  const known = options.genesis ?? stored?.genesis;
  if (known !== undefined) return known;
  const plain = developmentGenesis({ seed, gasLimit, preinstalls, pbtsEnableHeight, ...evmChoices(options) });
  return extended === undefined ? plain : withPriceOracle(plain, extended);
}

/** Returns the genesis document of the chain. */
async function documentOf(
  options: DevnetOptions,
  stored: StoredGenesis | undefined,
  document: unknown,
  fork: Fork | undefined,
): Promise<unknown> {
  const { genesis, gasLimit, timestamp } = options;
  if (stored !== undefined && forkOf(stored) !== undefined) {
    mustBeForkedFrom(stored, genesis);
    return stored.genesis;
  }
  if (fork === undefined) return document;
  const chainId = options.fork?.chainId ?? (isOfHardhat(options.compat) ? HARDHAT_CHAIN_ID : undefined);
  return forkedGenesis(document, fork, { chainId, gasLimit, timestamp, isGiven: genesis !== undefined });
}

/** Sender of calls that name none. */
const ZERO_ADDRESS: Bytes = new Uint8Array(20);

/**
 * Returns the accounts that every chain reads soon, and those of the wallets whose keys the options have, which need not
 * be in the genesis document.
 */
const ownAccountsOf = ({ privateKeys = [], cosmosPrivateKeys }: DevnetOptions): readonly Bytes[] => [
  ZERO_ADDRESS,
  FEE_COLLECTOR.address,
  ...privateKeys.map((key) => addressOfKey(fromHex(key))),
  ...(cosmosPrivateKeys ?? DEVELOPMENT_COSMOS_ACCOUNTS.map(({ privateKey }) => privateKey)).map((key) =>
    cosmosAddressOfKey(fromHex(key)),
  ),
];

function beginningOf(options: DevnetOptions, clock: Clock, plan: unknown): UnixNanos {
  if (options.timestamp !== undefined) return options.timestamp * NANOS_PER_SECOND;
  return clock.now() - (hasCounterparties(options, plan) ? SETUP_SPAN : 0n);
}

const hasCounterparties = ({ chains = [] }: DevnetOptions, plan: unknown): boolean =>
  chains.length + readPlan(plan).chains.length > 0;
