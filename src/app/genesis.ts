/**
 * Reads, writes and exports the application's part of the genesis document (`app_state`), which has a member for each
 * module. All of them are processed in one order. Modules that this chain does not have are refused instead of ignored,
 * so that users do not miss their effects. A devnet leaves out those without state before (`devnet/sdk_genesis`).
 */
import type { InitChainRequest, ValidatorUpdate } from '../abci/application.js';
import { type Bytes, ZERO_HASH } from '../kernel/bytes.js';
import { invariant } from '../kernel/errors.js';
import { keccak256 } from '../kernel/hash.js';
import { toHex } from '../kernel/hex.js';
import { utf8 } from '../kernel/text.js';
import { parseBech32Prefix } from './modules/auth/genesis.js';
import { bank } from './modules/bank/module.js';
import { parseEvmParams } from './modules/evm/genesis.js';
import { evm } from './modules/evm/module.js';
import type { ParentGenesis } from './modules/evm/parent_genesis.js';
import { GENESIS_ORDER } from './modules/module_order.js';
import { type BlockRecord, readBlockRecord, writeBlockRecord } from './sdk/block_record.js';
import { type ChainParams, hasModule, readChainParams, writeChainParams } from './sdk/chain_params.js';
import { readForkRecord, writeForkRecord } from './sdk/fork_record.js';
import { GenesisReader } from './sdk/genesis_reader.js';
import { readHistoryRecord, writeHistoryRecord } from './sdk/history_record.js';
import type { AnyModule, GenesisContext, Module } from './sdk/module/module.js';
import type { CommittedState, StateReader, WorkingState } from './state/types.js';
import { evmChainIdOf } from './types/chain_id.js';

export interface AppGenesis extends GenesisContext {
  /** Parsed part of each module, by name. */
  readonly parts: ReadonlyMap<string, unknown>;
}

const ZERO_ADDRESS: Bytes = new Uint8Array(20);
const NAMES = GENESIS_ORDER.map(({ name }) => name).sort();
const OPTIONAL = GENESIS_ORDER.flatMap(({ name, isOptional }) => (isOptional ? name : [])).sort();

/** Returns the modules of a chain in the order of its genesis. */
const modulesOf = (params: ChainParams): readonly AnyModule[] =>
  GENESIS_ORDER.filter(({ name, isOptional }) => !isOptional || hasModule(params, name));

/**
 * Parses the document. Throws HalleyError `invalid-genesis` with the path of the bad field, its value and what was
 * expected.
 */
export function parseAppGenesis(request: InitChainRequest): AppGenesis {
  const root = new GenesisReader(request.appState, 'app_state');
  refuseUnknownModules(root, request.appState);
  const parts = new Map<string, unknown>();
  const params = parseChainParams(root, request);
  const genesis: AppGenesis = {
    request,
    params,
    holders: () => genesis.of(bank).holdings.map(({ address }) => address),
    accounts: modulesOf(params).flatMap(({ accounts }) => accounts),
    of: <G>({ name }: Module<G>) => parts.get(name) as G,
    parts,
  };
  for (const { name, genesis: part } of modulesOf(params)) parts.set(name, part.parse(root.field(name), genesis));
  return genesis;
}

function parseChainParams(
  root: GenesisReader,
  { chainId, initialHeight, consensusParams }: InitChainRequest,
): ChainParams {
  const evm = parseEvmParams(root.field('evm').field('params'));
  return {
    chainId,
    evmChainId: evm.chainId ?? chainIdNumber(chainId),
    baseDenom: evm.baseDenom,
    bech32Prefix: parseBech32Prefix(root.field('auth')),
    initialHeight,
    blockMaxGas: consensusParams.block?.maxGas ?? -1n,
    txMaxGas: evm.txMaxGas,
    hardfork: evm.hardfork,
    upgradeHeight: 0n,
    hasVesting: false,
    codeSizeLimit: evm.codeSizeLimit,
    inactivePrecompiles: evm.inactivePrecompiles,
    evmChannels: evm.evmChannels,
    punishesDowntime: root.field('slashing').field('downtime').boolean(false),
    modules: OPTIONAL.filter((name) => root.field(name).present),
  };
}

function refuseUnknownModules(root: GenesisReader, appState: unknown): void {
  if (typeof appState !== 'object' || appState === null || Array.isArray(appState))
    throw root.bad(`an object with the modules ${NAMES.join(', ')}`);
  for (const [name, section] of Object.entries(appState))
    if (!NAMES.includes(name) && section !== null)
      throw root
        .field(name)
        .bad(
          `no member of this name, because this chain has no such module: remove it; the modules of this chain are ${NAMES.join(', ')}`,
        );
}

function chainIdNumber(chainId: string): bigint {
  const parsed = evmChainIdOf(chainId);
  if (parsed !== undefined) return parsed;
  throw new GenesisReader(chainId, 'chain_id').bad(
    'the form name_NUMBER-REVISION, such as "halley_31337-1", or the number in app_state.evm.params.chain_id',
  );
}

/**
 * Writes the genesis state. `hash` is that of the genesis, and the EVM's hash of the block below the first one. On a
 * forked chain that block is the other chain's, and on a chain with earlier blocks the last of them.
 */
export function writeAppGenesis(state: WorkingState, genesis: AppGenesis, hash: Bytes): void {
  const { request, params, parts } = genesis;
  writeChainParams(state, params);
  for (const { name, genesis: part } of modulesOf(params)) part.write(state, parts.get(name), genesis);
  for (const { name, problem } of modulesOf(params)) {
    const found = problem?.(state);
    invariant(found === undefined, `the genesis of ${name} breaks an invariant: ${found}`);
  }
  const { fork, history } = genesis.of(evm);
  const parent = fork ?? history;
  writeBlockRecord(state, parent === undefined ? recordOfGenesis(request, hash) : recordOfParent(parent));
  if (history !== undefined) {
    const { blockNumber, contentHash } = history;
    writeHistoryRecord(state, { blockNumber, contentHash, genesisHash: hash });
  }
  if (fork === undefined) return;
  const { chainId, blockNumber, blockHash } = fork;
  writeForkRecord(state, { chainId, blockNumber, blockHash, genesisHash: hash });
}

const recordOfGenesis = ({ initialHeight, time }: InitChainRequest, hash: Bytes): BlockRecord => ({
  height: initialHeight - 1n,
  time,
  hash,
  parentHash: ZERO_HASH,
  coinbase: ZERO_ADDRESS,
});

/** Describes the block of another chain, below the first block. */
const recordOfParent = ({
  blockNumber,
  blockHash,
  time,
  parentHash,
  miner,
  prevRandao,
}: ParentGenesis): BlockRecord => ({
  height: blockNumber,
  time,
  hash: blockHash,
  parentHash,
  coinbase: miner,
  prevRandao,
});

/** Returns the hash of the genesis from which a state began, as `writeAppGenesis` was given it. */
export const hashOfGenesis = (state: StateReader): Bytes =>
  readForkRecord(state)?.genesisHash ?? readHistoryRecord(state)?.genesisHash ?? readBlockRecord(state).hash;

/** Returns the validators that the document names, for a consensus engine that has none. */
export const genesisValidators = ({ parts }: AppGenesis): ValidatorUpdate[] =>
  GENESIS_ORDER.flatMap(({ name, genesis }) => [...(genesis.validators?.(parts.get(name)) ?? [])]);

/**
 * Returns the `app_state` of a state, members sorted. `parseAppGenesis` and `writeAppGenesis` restore the same state
 * from it.
 */
export const exportAppState = (state: CommittedState): object =>
  sorted(
    Object.fromEntries(modulesOf(readChainParams(state)).map(({ name, genesis }) => [name, genesis.export(state)])),
  ) as object;

/** Returns a value in which the members of all objects are sorted by name. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}

/**
 * Returns a hash for the block below the first one, when the caller has none. It covers everything in InitChain's
 * request, with object keys sorted.
 */
export function genesisHashOf(request: InitChainRequest): Bytes {
  const { chainId, time, initialHeight, appState, validators, consensusParams } = request;
  const keys = validators.map(({ pubKey, power }) => [pubKey.type, toHex(pubKey.bytes), power.toString()]);
  const text = canonical([chainId, time.toString(), initialHeight.toString(), keys, consensusParams, appState]);
  return keccak256(utf8(`halley genesis ${text}`));
}

function canonical(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonical(entry)}`).join(',')}}`;
}
