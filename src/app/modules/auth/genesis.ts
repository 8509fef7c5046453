/**
 * Parses and writes `app_state.auth`: the chain's address prefix, and accounts with their sequences, keys and numbers.
 */
import { CodecError } from '../../../codec/codec_error.js';
import type { Any } from '../../../codec/cosmos/base.js';
import { EMPTY_ACCOUNT } from '../../../evm/state.js';
import { type Bytes, equalBytes } from '../../../kernel/bytes.js';
import { fromHex, toHex } from '../../../kernel/hex.js';
import type { GenesisReader } from '../../sdk/genesis_reader.js';
import type { ModuleAccount } from '../../sdk/module/module_account.js';
import type { WorkingState } from '../../state/types.js';
import {
  type AccountKey,
  accountKeyAny,
  MAX_MULTISIG_DEPTH,
  MULTISIG_KEY_URL,
  multisigKeyAny,
  readAccountKey,
} from '../../types/public_key.js';
import { ModuleAccountRecord, type VestingTerms, vestingKindOf } from './account_record.js';
import { type AuthParams, parseAuthParams } from './params.js';
import {
  writeAccountNumber,
  writeAuthParams,
  writeModuleAccount,
  writeNextAccountNumber,
  writePublicKey,
} from './store.js';
import { termsProblem, writeVestingAccount } from './vesting.js';

const DEFAULT_PREFIX = 'halley';
/** Length of a compressed key. */
const PUBLIC_KEY_BYTES = 33;
const MAX_THRESHOLD = 2n ** 31n - 1n;

export interface AuthGenesis {
  readonly params: AuthParams;
  readonly accounts: readonly GenesisAccount[];
}

export interface GenesisAccount {
  readonly address: Bytes;
  /** `undefined` where the document has none. */
  readonly sequence: bigint | undefined;
  readonly number: bigint | undefined;
  readonly publicKey: Any | undefined;
  readonly isModule: boolean;
  readonly vesting: VestingTerms | undefined;
}

/** Reads `app_state.auth.params.bech32_prefix`. The SDK has the prefix in code; a devnet has it in its document. */
export function parseBech32Prefix(node: GenesisReader): string {
  const field = node.field('params').field('bech32_prefix');
  const prefix = field.text(DEFAULT_PREFIX);
  if (!/^[a-z]{1,30}$/.test(prefix)) throw field.bad('1 to 30 lower-case letters');
  return prefix;
}

export function parseAuthGenesis(node: GenesisReader, prefix: string, modules: readonly ModuleAccount[]): AuthGenesis {
  const seen = new Set<string>();
  return {
    params: parseAuthParams(node.field('params')),
    accounts: node
      .field('accounts')
      .elements()
      .map((entry) => {
        const account = parseAccount(entry, prefix, modules);
        const hex = toHex(account.address);
        if (seen.has(hex)) throw entry.bad('an address without another entry');
        seen.add(hex);
        return account;
      }),
  };
}

/** Parses an account of the SDK: a BaseAccount, or an account that contains one. */
function parseAccount(entry: GenesisReader, prefix: string, modules: readonly ModuleAccount[]): GenesisAccount {
  const kind = vestingKindOf(entry.field('@type').text(''));
  const vesting = entry.field('base_vesting_account');
  const inside = (kind === undefined ? entry : vesting).field('base_account');
  const base = inside.present ? inside : entry;
  const address = base.field('address').address(prefix);
  const isModule = entry.field('@type').text('') === ModuleAccountRecord.typeUrl;
  if (isModule) checkModule(entry.field('name'), address, modules);
  return {
    address,
    isModule,
    vesting: kind && parseVesting(kind, entry, vesting),
    sequence: optionalUint64(base.field('sequence')),
    number: optionalUint64(base.field('account_number')),
    publicKey: parsePublicKey(base.field('pub_key'), address),
  };
}

function parseVesting(kind: VestingTerms['kind'], entry: GenesisReader, of: GenesisReader): VestingTerms {
  const terms: VestingTerms = {
    kind,
    originalVesting: parseCoins(of.field('original_vesting')),
    delegatedFree: parseCoins(of.field('delegated_free')),
    delegatedVesting: parseCoins(of.field('delegated_vesting')),
    endTime: of.field('end_time').int64(0n),
    startTime: kind === 'delayed' || kind === 'permanent' ? 0n : entry.field('start_time').int64(),
    vestingPeriods:
      kind === 'periodic'
        ? entry
            .field('vesting_periods')
            .elements()
            .map((period) => ({ length: period.field('length').int64(), amount: parseCoins(period.field('amount')) }))
        : [],
  };
  const problem = termsProblem(terms);
  if (problem !== undefined) throw entry.bad(`a vesting account that is valid (${problem})`);
  return terms;
}

const parseCoins = (node: GenesisReader): VestingTerms['originalVesting'] =>
  node
    .elements()
    .map((coin) => ({ denom: coin.field('denom').text(), amount: coin.field('amount').uint().toString() }));

/** Checks a module account's name and address. The module itself defines its permissions. */
function checkModule(name: GenesisReader, address: Bytes, modules: readonly ModuleAccount[]): void {
  const text = name.text();
  const module = modules.find((known) => known.name === text);
  if (module === undefined || !equalBytes(module.address, address))
    throw name.bad(
      `the module account of that address: this chain has ${modules.map((known) => known.name).join(', ')}`,
    );
}

const optionalUint64 = (node: GenesisReader): bigint | undefined => (node.present ? node.uint64() : undefined);

function parsePublicKey(node: GenesisReader, address: Bytes): Any | undefined {
  if (!node.present) return undefined;
  const any = keyAny(node, 0);
  let key: AccountKey;
  try {
    key = readAccountKey(any);
  } catch (error) {
    if (error instanceof CodecError) throw node.bad(`a key of an account: ${error.message}`);
    throw error;
  }
  if (!equalBytes(key.address, address)) throw node.bad('the key of that address');
  return any;
}

/** Encodes a key, and the members of a multisig key. */
function keyAny(node: GenesisReader, depth: number): Any {
  const typeUrl = node.field('@type').text();
  if (typeUrl !== MULTISIG_KEY_URL) return accountKeyAny(typeUrl, node.field('key').base64(PUBLIC_KEY_BYTES));
  if (depth === MAX_MULTISIG_DEPTH) throw node.bad(`at most ${MAX_MULTISIG_DEPTH} multisig keys in each other`);
  const threshold = node.field('threshold').uint();
  if (threshold > MAX_THRESHOLD) throw node.field('threshold').bad('the number of members that must sign');
  const members = node.field('public_keys').elements();
  return multisigKeyAny(
    Number(threshold),
    members.map((member) => keyAny(member, depth + 1)),
  );
}

/** Writes the accounts. The listed ones come first, then other holders of coins, then the modules. */
export function writeAuthGenesis(
  state: WorkingState,
  { params, accounts }: AuthGenesis,
  holders: readonly Bytes[],
  allModules: readonly ModuleAccount[],
): void {
  writeAuthParams(state, params);
  const listed = accounts.filter(({ isModule }) => isModule);
  const modules = allModules.filter(
    ({ address, isLate = false }) => !isLate || listed.some((account) => equalBytes(account.address, address)),
  );
  const numbers = new Map<string, bigint | undefined>(accounts.map(({ address, number }) => [toHex(address), number]));
  for (const address of [...holders, ...modules.map((module) => module.address)])
    if (!numbers.has(toHex(address))) numbers.set(toHex(address), undefined);
  const given = uniqueNumbers([...numbers.values()]);
  [...numbers.keys()].forEach((address, i) => {
    writeAccountNumber(state, fromHex(address), given[i] as bigint);
  });
  for (const account of modules) writeModuleAccount(state, account);
  writeNextAccountNumber(
    state,
    given.reduce((most, number) => (number < most ? most : number + 1n), 0n),
  );
  for (const { address, sequence = 0n, publicKey, vesting } of accounts) {
    if (vesting !== undefined) writeVestingAccount(state, address, vesting);
    if (sequence > 0n) state.setAccount(address, { ...(state.account(address) ?? EMPTY_ACCOUNT), nonce: sequence });
    if (publicKey !== undefined) writePublicKey(state, address, publicKey);
  }
}

/**
 * Makes the account numbers of a genesis document unique (SDK `SanitizeGenesisAccounts`). An account without a number,
 * or with one that is taken, gets the next number after the highest.
 */
export function uniqueNumbers(stated: readonly (bigint | undefined)[]): bigint[] {
  let next = stated.reduce<bigint>((most, number = -1n) => (number < most ? most : number + 1n), 0n);
  const taken = new Set<bigint>();
  return stated.map((number) => {
    const given = number === undefined || taken.has(number) ? next++ : number;
    taken.add(given);
    return given;
  });
}
