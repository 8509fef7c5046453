/**
 * Lays out the module's keys as cosmos/evm does (x/erc20 `types/keys.go`): pairs by id, ids by contract and denom, and
 * the contracts that the chain itself implements.
 */
import { type Bytes, concatBytes } from '../../../kernel/bytes.js';
import { fromUtf8, utf8 } from '../../../kernel/text.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { checksumAddress, tryHexAddress } from '../../types/address.js';
import { deleteAllowances } from './allowance.js';
import { contractOf, pairId, TokenPair } from './token_pair.js';

export const PAIR_PREFIX = Uint8Array.of(1);
const BY_CONTRACT_PREFIX = Uint8Array.of(2);
const BY_DENOM_PREFIX = Uint8Array.of(3);

/** Value of a key whose existence alone has a meaning. */
export const IS_TRUE = utf8('0x01');

/** Prefixes of the kinds of contracts. `native` is the base denom's contract, which can wrap. */
const CONTRACT_PREFIXES = { native: Uint8Array.of(6), dynamic: Uint8Array.of(7) } as const;
export type NativeKind = keyof typeof CONTRACT_PREFIXES;

const pairKey = (id: Bytes): Bytes => concatBytes(PAIR_PREFIX, id);
const contractKey = (address: Bytes): Bytes => concatBytes(BY_CONTRACT_PREFIX, address);
const denomKey = (denom: string): Bytes => concatBytes(BY_DENOM_PREFIX, utf8(denom));
const nativeKey = (kind: NativeKind, address: Bytes): Bytes =>
  concatBytes(CONTRACT_PREFIXES[kind], utf8(checksumAddress(address)));

function readPair(state: StateReader, id: Bytes | undefined): TokenPair | undefined {
  const value = id && state.get('erc20', pairKey(id));
  return value && TokenPair.decode(value);
}

export const pairOfContract = (state: StateReader, address: Bytes): TokenPair | undefined =>
  readPair(state, state.get('erc20', contractKey(address)));

export const pairOfDenom = (state: StateReader, denom: string): TokenPair | undefined =>
  readPair(state, state.get('erc20', denomKey(denom)));

/** Returns a pair by its contract's address in hex, or by its denom. */
export function pairOf(state: StateReader, token: string): TokenPair | undefined {
  const address = tryHexAddress(token);
  return address === undefined ? pairOfDenom(state, token) : pairOfContract(state, address);
}

/** Returns all pairs, ascending by id. */
export const readPairs = (state: StateReader): readonly TokenPair[] =>
  [...state.entries('erc20', PAIR_PREFIX)].map(([, value]) => TokenPair.decode(value));

/** Writes a new pair, or one whose `enabled` has changed. */
export function writePair(state: WorkingState, pair: TokenPair): void {
  const id = pairId(pair);
  state.set('erc20', pairKey(id), TokenPair.encode(pair));
  state.set('erc20', contractKey(contractOf(pair)), id);
  state.set('erc20', denomKey(pair.denom), id);
}

export function deletePair(state: WorkingState, pair: TokenPair): void {
  const contract = contractOf(pair);
  state.delete('erc20', pairKey(pairId(pair)));
  state.delete('erc20', contractKey(contract));
  state.delete('erc20', denomKey(pair.denom));
  deleteAllowances(state, contract);
}

/** Returns true if the address is a coin's contract of this kind. */
export const isNative = (state: StateReader, kind: NativeKind, address: Bytes): boolean =>
  state.get('erc20', nativeKey(kind, address)) !== undefined;

export function writeNative(state: WorkingState, kind: NativeKind, address: Bytes): void {
  state.set('erc20', nativeKey(kind, address), IS_TRUE);
}

/** Returns EIP-55 addresses, ascending by their text. */
export function readNatives(state: StateReader, kind: NativeKind): readonly string[] {
  const prefix = CONTRACT_PREFIXES[kind];
  return [...state.entries('erc20', prefix)].map(([key]) => fromUtf8(key.subarray(prefix.length)));
}
