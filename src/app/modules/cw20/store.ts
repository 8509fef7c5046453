/**
 * Reads and writes the store `wasm`: contracts of two kinds, whose code is the module's own, not a virtual machine's.
 * Tokens (`cw20-base`) have balances by holder; bridges (`cw20-ics20`) know how much of each token is beyond each
 * channel. Keys are texts: `contract/A`, `balance/A/HOLDER`, `sent/A/CHANNEL/DENOM`.
 */
import { named, small, string, uint } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import { fromUtf8, utf8 } from '../../../kernel/text.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { amountOf } from '../bank/store.js';

const KINDS = { 'cw20-base': 1, 'cw20-ics20': 2 } as const;
export type ContractKind = keyof typeof KINDS;

export const Contract = message('halley.wasm.Contract', {
  kind: named<ContractKind>(1, KINDS),
  name: string(2),
  symbol: string(3),
  decimals: small(4, 'uint32'),
  /** Timeout of the bridge in seconds. */
  defaultTimeout: uint(5),
});
export type Contract = Of<typeof Contract>;

const CONTRACTS = 'contract/';

export function readContract(state: StateReader, address: string): Contract | undefined {
  const value = state.get('wasm', utf8(CONTRACTS + address));
  return value && Contract.decode(value);
}

export const writeContract = (state: WorkingState, address: string, contract: Contract): void =>
  state.set('wasm', utf8(CONTRACTS + address), Contract.encode(contract));

/** Returns all contracts, ascending by address. */
export const readContracts = (state: StateReader): readonly (readonly [address: string, contract: Contract])[] =>
  under(state, CONTRACTS).map(([address, value]) => [address, Contract.decode(value)]);

export const readBalances = (state: StateReader, token: string): readonly (readonly [string, bigint])[] =>
  under(state, `balance/${token}/`).map(([holder, value]) => [holder, amountOf(value)]);

/** Returns the amounts that a bridge has sent, under keys such as `channel-0/cw20:A`. */
export const readSentOf = (state: StateReader, bridge: string): readonly (readonly [string, bigint])[] =>
  under(state, `sent/${bridge}/`).map(([key, value]) => [key, amountOf(value)]);

const under = (state: StateReader, prefix: string) =>
  Array.from(
    state.entries('wasm', utf8(prefix)),
    ([key, value]) => [fromUtf8(key).slice(prefix.length), value] as const,
  );

const balanceKey = (token: string, holder: string): string => `balance/${token}/${holder}`;
const sentKey = (bridge: string, channelId: string, denom: string): string => `sent/${bridge}/${channelId}/${denom}`;

const readAmount = (state: StateReader, key: string): bigint => amountOf(state.get('wasm', utf8(key)));

function writeAmount(state: WorkingState, key: string, amount: bigint): void {
  if (amount === 0n) state.delete('wasm', utf8(key));
  else state.set('wasm', utf8(key), utf8(amount.toString()));
}

export const readBalance = (state: StateReader, token: string, holder: string): bigint =>
  readAmount(state, balanceKey(token, holder));

export const writeBalance = (state: WorkingState, token: string, holder: string, amount: bigint): void =>
  writeAmount(state, balanceKey(token, holder), amount);

export const readSent = (state: StateReader, bridge: string, channelId: string, denom: string): bigint =>
  readAmount(state, sentKey(bridge, channelId, denom));

export const writeSent = (
  state: WorkingState,
  bridge: string,
  channelId: string,
  denom: string,
  amount: bigint,
): void => writeAmount(state, sentKey(bridge, channelId, denom), amount);

export const totalSupply = (state: StateReader, token: string): bigint =>
  readBalances(state, token).reduce((sum, [, amount]) => sum + amount, 0n);
