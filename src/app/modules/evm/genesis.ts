/**
 * Parses and writes `app_state.evm`: the base denom, limits, and contracts that exist from the start, as in Ethermint's
 * documents.
 */
import { CODE_SIZE_LIMIT, NO_CODE_SIZE_LIMIT } from '../../../evm/code_size.js';
import { HARDFORK, HARDFORKS } from '../../../evm/hardfork.js';
import { EMPTY_ACCOUNT } from '../../../evm/state.js';
import { type Bytes, bigintToBytes, equalBytes } from '../../../kernel/bytes.js';
import { fromHex, toHex } from '../../../kernel/hex.js';
import { readChainParams } from '../../sdk/chain_params.js';
import type { GenesisReader } from '../../sdk/genesis_reader.js';
import { PREINSTALLS } from '../../state/preinstalls/contracts.generated.js';
import type { PreinstalledAccount } from '../../state/preinstalls/preinstalled_account.js';
import { codeOfChain } from '../../state/preinstalls/preinstalled_code.js';
import type { WorkingState } from '../../state/types.js';
import { deployHistory, HISTORY_ADDRESS, recordBlockHash } from './block_hash_history.js';
import { type ForkGenesis, parseFork } from './fork_genesis.js';
import { inactiveWith } from './params.js';
import { type HistoryGenesis, parseHistory } from './parent_genesis.js';

const DEFAULT_DENOM = 'ahalley';

interface GenesisContract {
  readonly address: Bytes;
  readonly code: Bytes;
  readonly storage: readonly { readonly slot: bigint; readonly value: bigint }[];
  /** Whether the storage that the account has on the chain below a fork stays. */
  readonly keepsStorage: boolean;
}

export interface EvmGenesis {
  /** Accounts of the contracts that the document names, and whose code the program has. */
  readonly preinstalls: readonly PreinstalledAccount[];
  readonly contracts: readonly GenesisContract[];
  /** `undefined` for a chain that is not a fork. */
  readonly fork: ForkGenesis | undefined;
  /** `undefined` for a chain that was created without earlier blocks. */
  readonly history: HistoryGenesis | undefined;
}

/** `app_state.evm.params`, which all modules need before they read their own part. */
export interface EvmParams extends EvmRules {
  readonly baseDenom: string;
  /** Set only where the consensus chain id does not carry the number. */
  readonly chainId: bigint | undefined;
  readonly txMaxGas: bigint;
  readonly inactivePrecompiles: readonly string[];
  readonly evmChannels: readonly string[];
}

/** Rules in the form of the chain's parameters: the default, named or not, is an empty text or 0n. */
export interface EvmRules {
  readonly hardfork: string;
  readonly codeSizeLimit: bigint;
}

export function parseEvmParams(params: GenesisReader): EvmParams {
  const chainId = params.field('chain_id');
  const active = params.field('active_static_precompiles');
  return {
    baseDenom: params.field('evm_denom').text(DEFAULT_DENOM),
    chainId: chainId.present ? chainId.uint64() : undefined,
    txMaxGas: params.field('max_tx_gas').uint64(0n),
    // Documents of cosmos/evm also name precompiles that this chain lacks.
    inactivePrecompiles: active.present ? inactiveWith(active.elements().map((each) => each.text())) : [],
    evmChannels: params
      .field('evm_channels')
      .elements()
      .map((each) => each.text()),
    ...parseEvmRules(params),
  };
}

/** Reads the fork and the code size limit. */
export const parseEvmRules = (params: GenesisReader): EvmRules => ({
  hardfork: parseHardfork(params.field('hardfork')),
  codeSizeLimit: parseCodeSizeLimit(params.field('max_code_size')),
});

function parseHardfork(node: GenesisReader): string {
  const name = node.text(HARDFORK).toLowerCase();
  if (!HARDFORKS.some((fork) => fork === name)) throw node.bad(`one of ${HARDFORKS.join(', ')}`);
  return name === HARDFORK ? '' : name;
}

/** Reads "-1" as no limit, as in `block.max_gas`. */
function parseCodeSizeLimit(node: GenesisReader): bigint {
  if (node.isText && node.text() === '-1') return BigInt(NO_CODE_SIZE_LIMIT);
  const limit = node.uint(BigInt(CODE_SIZE_LIMIT));
  if (limit === 0n || limit > BigInt(NO_CODE_SIZE_LIMIT))
    throw node.bad(`bytes of code from 1 to ${NO_CODE_SIZE_LIMIT}, or "-1" for no limit`);
  return limit === BigInt(CODE_SIZE_LIMIT) ? 0n : limit;
}

export function parseEvmGenesis(node: GenesisReader, prefix: string, initialHeight: bigint): EvmGenesis {
  const fork = parseFork(node.field('fork'), initialHeight);
  if (fork !== undefined && node.field('history').present)
    throw node.field('history').bad('no earlier blocks beside `fork`, whose chain has them');
  const preinstalls = node.field('preinstalls').elements();
  const accounts = node.field('accounts').elements();
  return {
    preinstalls: namedPreinstalls(preinstalls.filter(({ isText }) => isText)),
    // Entries of cosmos/evm have the code themselves. An account of the document may repeat one, with its storage.
    contracts: [...preinstalls.filter(({ isText }) => !isText), ...accounts].map((entry) =>
      parseContract(entry, prefix),
    ),
    fork,
    history: parseHistory(node.field('history'), initialHeight),
  };
}

/** Finds contracts by their names. Each may stand once. */
function namedPreinstalls(entries: readonly GenesisReader[]): readonly PreinstalledAccount[] {
  const known: Readonly<Record<string, readonly PreinstalledAccount[]>> = PREINSTALLS;
  const seen = new Set<string>();
  return entries.flatMap((entry) => {
    const name = entry.text();
    const accounts = Object.hasOwn(known, name) ? known[name] : undefined;
    if (accounts === undefined) throw entry.bad(`one of ${Object.keys(known).join(', ')}`);
    if (seen.has(name)) throw entry.bad('a contract that the list does not have yet');
    seen.add(name);
    return accounts;
  });
}

function parseContract(entry: GenesisReader, prefix: string): GenesisContract {
  const storage = entry.field('storage').elements();
  const slots = new Set<bigint>();
  return {
    address: entry.field('address').address(prefix),
    code: entry.field('code').bytes(),
    keepsStorage: entry.field('keep_storage').boolean(false),
    storage: storage.map((item) => {
      const slot = item.field('key').word();
      if (slots.has(slot))
        throw item.field('key').bad(`another slot: 0x${toHex(bigintToBytes(slot, 32))} is set twice`);
      slots.add(slot);
      return { slot, value: item.field('value').word() };
    }),
  };
}

/**
 * Writes the contracts. A contract's nonce is 1, as if a transaction had created it. For addresses in `sequenced` (in
 * hex) the document states the nonce elsewhere.
 */
export function writeEvmGenesis(
  state: WorkingState,
  { preinstalls, contracts, history }: EvmGenesis,
  sequenced: ReadonlySet<string>,
): void {
  for (const account of preinstalls) writePreinstall(state, account);
  if (!contracts.some(({ address }) => equalBytes(address, HISTORY_ADDRESS))) deployHistory(state);
  for (const { address, code, storage, keepsStorage } of contracts) {
    const before = state.account(address) ?? EMPTY_ACCOUNT;
    const nonce = sequenced.has(toHex(address)) ? before.nonce : before.nonce || 1n;
    state.setAccount(address, { ...before, nonce, codeHash: state.setCode(code) });
    // On a forked chain, a new contract has none of the storage below.
    if (!keepsStorage) state.clearStorage(address);
    for (const { slot, value } of storage) state.setStorage(address, bigintToBytes(slot, 32), bigintToBytes(value));
  }
  history?.blockHashes.forEach((hash, depth) => {
    recordBlockHash(state, history.blockNumber - 1n - BigInt(depth), hash);
  });
}

/** Writes an account. The state has its code already, unless the code depends on the id of this chain. */
function writePreinstall(state: WorkingState, preinstall: PreinstalledAccount): void {
  const address = fromHex(preinstall.address);
  const code = codeOfChain(preinstall, readChainParams(state).evmChainId);
  const codeHash = code === undefined ? fromHex(preinstall.codeHash) : state.setCode(code);
  state.setAccount(address, { ...(state.account(address) ?? EMPTY_ACCOUNT), nonce: preinstall.nonce, codeHash });
  for (const [slot, value] of preinstall.storage)
    state.setStorage(address, bigintToBytes(slot, 32), bigintToBytes(value));
}
