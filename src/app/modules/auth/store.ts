/**
 * Stores what the auth module knows of an account beyond the EVM's nonce, which is its sequence. That is its number,
 * and its public key once it has signed a Cosmos transaction. An account that the EVM created has no record, and number
 * 0. Numbers protect nothing here, because a used account is never removed. Keys are the SDK's: 0x01 ‖ address.
 */
import { Any } from '../../../codec/cosmos/base.js';
import { type Bytes, bigintToBytes, bytesToBigint, concatBytes, EMPTY_BYTES } from '../../../kernel/bytes.js';
import { utf8 } from '../../../kernel/text.js';
import { readChainParams } from '../../sdk/chain_params.js';
import type { ModuleAccount } from '../../sdk/module/module_account.js';
import { internal } from '../../sdk/query/failure.js';
import type { CommittedState, StateReader, WorkingState } from '../../state/types.js';
import { bech32Address } from '../../types/address.js';
import { type AccountRecord, decodeAccount, packAccount } from './account_record.js';
import { AuthParams } from './params.js';

const PARAMS_KEY = Uint8Array.of(0);
const ACCOUNT_PREFIX = Uint8Array.of(1);
const NEXT_NUMBER_KEY = utf8('globalAccountNumber');

const accountKey = (address: Bytes): Bytes => concatBytes(ACCOUNT_PREFIX, address);

/** Returns an account's record, or undefined for an account without one. */
export function storedAccountRecord(state: StateReader, address: Bytes): AccountRecord | undefined {
  const record = state.get('acc', accountKey(address));
  return record && decodeAccount(record);
}

/** Returns true also for an account without coins that a grant has created. */
export const isKnown = (state: StateReader, address: Bytes): boolean =>
  state.account(address) !== undefined || storedAccountRecord(state, address) !== undefined;

/** Returns an account's record. Without one, the account has number 0 and no key. */
export function readAccountRecord(state: StateReader, address: Bytes): AccountRecord {
  const record = storedAccountRecord(state, address);
  if (record !== undefined) return record;
  const text = bech32Address(address, readChainParams(state).bech32Prefix);
  return { base: { address: text, publicKey: undefined, number: 0n, sequence: 0n } };
}

/** Yields all accounts that have a record, ascending by address. */
export function* accountRecords(state: StateReader): Iterable<readonly [address: Bytes, record: AccountRecord]> {
  for (const [key, value] of state.entries('acc', ACCOUNT_PREFIX)) yield [key.slice(1), decodeAccount(value)];
}

/** Returns the state as one whose accounts can be listed. Throws SdkQueryError on a forked chain. */
export function committed(state: StateReader): CommittedState {
  if (!isCommitted(state)) throw internal('the accounts of the chain below a forked one cannot be listed');
  return state;
}

const isCommitted = (state: StateReader): state is CommittedState => 'accounts' in state;

/**
 * Returns true for a module's account, which has no key. The gas of messages covers all that it reads, so it must read
 * the same on every version.
 */
export function isModuleAccount(state: StateReader, address: Bytes): boolean {
  const record = storedAccountRecord(state, address);
  if (record !== undefined) return record.module !== undefined;
  readChainParams(state);
  return false;
}

export const writeAccountRecord = (state: WorkingState, address: Bytes, record: AccountRecord): void =>
  state.set('acc', accountKey(address), Any.encode(packAccount(record)));

export function writeAccountNumber(state: WorkingState, address: Bytes, number: bigint): void {
  const record = readAccountRecord(state, address);
  writeAccountRecord(state, address, { ...record, base: { ...record.base, number } });
}

export function writeModuleAccount(state: WorkingState, { address, name, permissions }: ModuleAccount): void {
  const { base } = readAccountRecord(state, address);
  writeAccountRecord(state, address, { base, module: { name, permissions } });
}

/** Stores the key with which the account has signed. */
export function writePublicKey(state: WorkingState, address: Bytes, publicKey: Any): void {
  const record = readAccountRecord(state, address);
  writeAccountRecord(state, address, { ...record, base: { ...record.base, publicKey } });
}

/** Gives an account that is about to receive its first coins from the bank a record with the next number. */
export function ensureAccount(state: WorkingState, address: Bytes): void {
  // An account that the EVM knows has number 0: a transaction may have been signed for it.
  if (state.get('acc', accountKey(address)) !== undefined || state.account(address) !== undefined) return;
  const next = state.get('acc', NEXT_NUMBER_KEY);
  const number = next === undefined ? 0n : bytesToBigint(next);
  writeAccountNumber(state, address, number);
  writeNextAccountNumber(state, number + 1n);
}

/** Makes the account of a module that has none yet (SDK `GetModuleAccount`). */
export function ensureModuleAccount(state: WorkingState, account: ModuleAccount): void {
  if (storedAccountRecord(state, account.address)?.module !== undefined) return;
  ensureAccount(state, account.address);
  writeModuleAccount(state, account);
}

export function writeNextAccountNumber(state: WorkingState, number: bigint): void {
  state.set('acc', NEXT_NUMBER_KEY, bigintToBytes(number, 8));
}

export const readAuthParams = (state: StateReader): AuthParams =>
  AuthParams.decode(state.get('acc', PARAMS_KEY) ?? EMPTY_BYTES);

/** Writes the parameters. Nothing is written when every one of them is 0. */
export function writeAuthParams(state: WorkingState, params: AuthParams): void {
  const value = AuthParams.encode(params);
  if (value.length > 0) state.set('acc', PARAMS_KEY, value);
}
