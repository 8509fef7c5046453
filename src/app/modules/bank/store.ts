/**
 * Reads and writes the bank's store, laid out as the SDK's: supply, denom metadata, balances. The base denom's balances
 * are not here: they are the EVM accounts' balances, which `balanceOf` and `setBalance` hide from callers.
 */
import type { Coin } from '../../../codec/cosmos/base.js';
import { bool } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import { EMPTY_ACCOUNT } from '../../../evm/state.js';
import { type Bytes, concatBytes, EMPTY_BYTES } from '../../../kernel/bytes.js';
import { fromUtf8, utf8 } from '../../../kernel/text.js';
import type { UnixNanos } from '../../../kernel/time.js';
import { readChainParams } from '../../sdk/chain_params.js';
import { readForkRecord } from '../../sdk/fork_record.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { lockedAmount } from '../auth/vesting.js';

export const SUPPLY_PREFIX = Uint8Array.of(0);
export const METADATA_PREFIX = Uint8Array.of(1);
const BALANCES_PREFIX = Uint8Array.of(2);
const PARAMS_KEY = Uint8Array.of(5);

const supplyKey = (denom: string): Bytes => concatBytes(SUPPLY_PREFIX, utf8(denom));
const accountPrefix = (address: Bytes): Bytes => concatBytes(BALANCES_PREFIX, Uint8Array.of(address.length), address);
const balanceKey = (address: Bytes, denom: string): Bytes => concatBytes(accountPrefix(address), utf8(denom));
export const metadataKey = (denom: string): Bytes => concatBytes(METADATA_PREFIX, utf8(denom));

/** Decodes an amount. Amounts are decimal text, the SDK's `Int`. */
export const amountOf = (value: Bytes | undefined): bigint => (value === undefined ? 0n : BigInt(fromUtf8(value)));

export function supplyOf(state: StateReader, denom: string): bigint {
  return amountOf(state.get('bank', supplyKey(denom)));
}

/** Returns the supplies of all denoms that are not zero, ascending. */
export function readSupplies(state: StateReader): readonly Balance[] {
  const supplies: Balance[] = [];
  for (const [key, value] of state.entries('bank', SUPPLY_PREFIX))
    supplies.push({ denom: fromUtf8(key.subarray(SUPPLY_PREFIX.length)), amount: amountOf(value) });
  return supplies.filter(({ amount }) => amount > 0n);
}

/**
 * Adds `change` to a supply, and creates it if needed. `change` may be negative. The supply of a fork's base denom does
 * not count what accounts own on the other chain, so it can only fall to zero.
 */
export function changeSupply(state: WorkingState, denom: string, change: bigint): void {
  const supply = supplyOf(state, denom) + change;
  const isBelow = supply < 0n && readForkRecord(state) !== undefined;
  state.set('bank', supplyKey(denom), utf8((isBelow ? 0n : supply).toString()));
}

export const balanceOf = (state: StateReader, address: Bytes, denom: string): bigint =>
  balanceIn(state, address, denom).balance;

/** Returns a balance, and the parameters that were read for it: reading them again would cost gas. */
export function balanceIn(state: StateReader, address: Bytes, denom: string) {
  const params = readChainParams(state);
  const balance =
    denom === params.baseDenom
      ? (state.account(address)?.balance ?? 0n)
      : amountOf(state.get('bank', balanceKey(address, denom)));
  return { balance, params };
}

/** Returns a balance, and how much of it an account with vesting coins may not spend. */
export function lockedBalanceOf(state: StateReader, address: Bytes, denom: string, time: UnixNanos) {
  const { balance, params } = balanceIn(state, address, denom);
  return { balance, locked: params.hasVesting ? lockedAmount(state, address, denom, time) : 0n };
}

/** Sets the balance of any denom. A balance of zero leaves no entry. */
export function setBalance(state: WorkingState, address: Bytes, denom: string, amount: bigint): void {
  if (denom === readChainParams(state).baseDenom) {
    state.setAccount(address, { ...(state.account(address) ?? EMPTY_ACCOUNT), balance: amount });
  } else if (amount === 0n) state.delete('bank', balanceKey(address, denom));
  else state.set('bank', balanceKey(address, denom), utf8(amount.toString()));
}

export interface Balance {
  readonly denom: string;
  readonly amount: bigint;
}

export const coinOf = ({ denom, amount }: Balance): Coin => ({ denom, amount: amount.toString() });

/** Returns all of an account's coins that are not zero, ascending by denom. */
export function balancesOf(state: StateReader, address: Bytes): readonly Balance[] {
  const { baseDenom } = readChainParams(state);
  const prefix = accountPrefix(address);
  const balances: Balance[] = [];
  for (const [key, value] of state.entries('bank', prefix))
    balances.push({ denom: fromUtf8(key.subarray(prefix.length)), amount: amountOf(value) });
  const base = balanceOf(state, address, baseDenom);
  if (base > 0n) balances.push({ denom: baseDenom, amount: base });
  return balances.sort((a, b) => (a.denom < b.denom ? -1 : 1));
}

interface Holding extends Balance {
  readonly address: Bytes;
}

/** Yields the balances of all denoms other than the base denom, those of an account together. */
export function* storedBalances(state: StateReader): Iterable<Holding> {
  const from = BALANCES_PREFIX.length + 1;
  for (const [key, value] of state.entries('bank', BALANCES_PREFIX)) {
    const to = from + (key[BALANCES_PREFIX.length] as number);
    yield { address: key.slice(from, to), denom: fromUtf8(key.subarray(to)), amount: amountOf(value) };
  }
}

/** Parameters of the bank: whether coins without their own rule may be sent. */
export const BankParams = message('cosmos.bank.v1beta1.Params', { defaultSendEnabled: bool(2) });
type BankParams = Of<typeof BankParams>;

export const readBankParams = (state: StateReader): BankParams =>
  BankParams.decode(state.get('bank', PARAMS_KEY) ?? EMPTY_BYTES);

/** Writes the parameter. The key does not exist when it is false. */
export function writeSendEnabled(state: WorkingState, enabled: boolean): void {
  if (enabled) state.set('bank', PARAMS_KEY, BankParams.encode({ defaultSendEnabled: true }));
  else state.delete('bank', PARAMS_KEY);
}
