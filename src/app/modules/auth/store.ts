/**
 * Stores what the auth module knows of an account beyond the EVM's nonce, which is its sequence. That is its number,
 * and its public key once it has signed a Cosmos transaction. An account that the EVM created has no record, and number
 * 0. Numbers protect nothing here, because a used account is never removed. Keys are the SDK's: 0x01 ‖ address.
 */
import { Any } from '../../../codec/cosmos/base.js';
import { embedded, optional, repeatedString, string, uint } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import { type Bytes, bigintToBytes, bytesToBigint, concatBytes, EMPTY_BYTES } from '../../../kernel/bytes.js';
import { utf8 } from '../../../kernel/text.js';
import { readChainParams } from '../../sdk/chain_params.js';
import type { ModuleAccount } from '../../sdk/module/module_account.js';
import { internal } from '../../sdk/query/failure.js';
import type { CommittedState, StateReader, WorkingState } from '../../state/types.js';
import { bech32Address } from '../../types/address.js';
import { AuthParams } from './params.js';

const PARAMS_KEY = Uint8Array.of(0);
const ACCOUNT_PREFIX = Uint8Array.of(1);
const NEXT_NUMBER_KEY = utf8('globalAccountNumber');

const accountKey = (address: Bytes): Bytes => concatBytes(ACCOUNT_PREFIX, address);

/** Encodes an account. Its sequence in the store is 0, because the EVM's nonce replaces it. */
export const BaseAccount = message(
  'cosmos.auth.v1beta1.BaseAccount',
  {
    address: string(1),
    publicKey: optional(2, Any),
    number: uint(3),
    sequence: uint(4),
  },
  { names: { number: 'account_number', publicKey: 'pub_key' } },
);
type BaseAccount = Of<typeof BaseAccount>;

export const ModuleAccountRecord = message('cosmos.auth.v1beta1.ModuleAccount', {
  baseAccount: embedded(1, BaseAccount),
  name: string(2),
  permissions: repeatedString(3),
});

/** Record of the store: an ordinary account, or a module's. */
export interface AccountRecord {
  readonly base: BaseAccount;
  readonly module: Omit<ModuleAccount, 'address'> | undefined;
}

export function packAccount({ base, module }: AccountRecord): Any {
  if (module === undefined) return { typeUrl: BaseAccount.typeUrl, value: BaseAccount.encode(base) };
  const value = ModuleAccountRecord.encode({ baseAccount: base, ...module });
  return { typeUrl: ModuleAccountRecord.typeUrl, value };
}

function decodeAccount(bytes: Bytes): AccountRecord {
  const { typeUrl, value } = Any.decode(bytes);
  if (typeUrl === BaseAccount.typeUrl) return { base: BaseAccount.decode(value), module: undefined };
  const { baseAccount: base, ...module } = ModuleAccountRecord.decode(value);
  return { base, module };
}

/** Returns an account's record, or undefined for an account without one. */
export function storedAccountRecord(state: StateReader, address: Bytes): AccountRecord | undefined {
  const record = state.get('acc', accountKey(address));
  return record && decodeAccount(record);
}

/** Returns an account's record. Without one, the account has number 0 and no key. */
export function readAccountRecord(state: StateReader, address: Bytes): AccountRecord {
  const record = storedAccountRecord(state, address);
  if (record !== undefined) return record;
  const text = bech32Address(address, readChainParams(state).bech32Prefix);
  return { base: { address: text, publicKey: undefined, number: 0n, sequence: 0n }, module: undefined };
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

const writeAccountRecord = (state: WorkingState, address: Bytes, record: AccountRecord): void =>
  state.set('acc', accountKey(address), Any.encode(packAccount(record)));

export function writeAccountNumber(state: WorkingState, address: Bytes, number: bigint): void {
  const { base, module } = readAccountRecord(state, address);
  writeAccountRecord(state, address, { base: { ...base, number }, module });
}

export function writeModuleAccount(state: WorkingState, { address, name, permissions }: ModuleAccount): void {
  const { base } = readAccountRecord(state, address);
  writeAccountRecord(state, address, { base, module: { name, permissions } });
}

/** Stores the key with which the account has signed. */
export function writePublicKey(state: WorkingState, address: Bytes, publicKey: Any): void {
  const { base, module } = readAccountRecord(state, address);
  writeAccountRecord(state, address, { base: { ...base, publicKey }, module });
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
