/**
 * The code at an address that answers as a coin's contract. Nothing runs it: it makes the address one with code, for
 * Solidity and wallets, and marks it for the machine. Cosmos/evm puts the code of an ERC-20 there.
 */
import { EMPTY_ACCOUNT } from '../../../evm/account.js';
import { type Bytes, concatBytes } from '../../../kernel/bytes.js';
import { utf8 } from '../../../kernel/text.js';
import type { WorkingState } from '../../state/types.js';
import { type NativeKind, writeNative } from './store.js';

/** INVALID, and what it is. */
export const NATIVE_CODE = concatBytes(Uint8Array.of(0xfe), utf8('ERC-20 of a coin'));

/** From here on the address answers as the contract of its pair's coin. */
export function enableNative(state: WorkingState, kind: NativeKind, address: Bytes): void {
  const account = state.account(address) ?? EMPTY_ACCOUNT;
  state.setAccount(address, { ...account, codeHash: state.setCode(NATIVE_CODE) });
  writeNative(state, kind, address);
}
