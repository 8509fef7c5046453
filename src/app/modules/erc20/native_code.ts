/**
 * Sets the code of a coin's contract. It never runs: it gives the address code, for Solidity and wallets, and marks it
 * for the EVM. Cosmos/evm puts the code of an ERC-20 there.
 */
import { EMPTY_ACCOUNT } from '../../../evm/account.js';
import { type Bytes, concatBytes } from '../../../kernel/bytes.js';
import { utf8 } from '../../../kernel/text.js';
import type { WorkingState } from '../../state/types.js';
import { type NativeKind, writeNative } from './store.js';

/** INVALID, followed by a description. */
export const NATIVE_CODE = concatBytes(Uint8Array.of(0xfe), utf8('ERC-20 of a coin'));

/** Makes an address the contract of its pair's coin. */
export function enableNative(state: WorkingState, kind: NativeKind, address: Bytes): void {
  const account = state.account(address) ?? EMPTY_ACCOUNT;
  state.setAccount(address, { ...account, codeHash: state.setCode(NATIVE_CODE) });
  writeNative(state, kind, address);
}
