/** Defines the state that a machine works on: accounts, code and storage, with checkpoints to revert to. */
import type { Bytes } from '../kernel/bytes.js';
import { fromHex } from '../kernel/hex.js';

/** Account as the machine and the state see it. */
export interface Account {
  readonly nonce: bigint;
  /** Amount of the base denom, which has 18 decimals. */
  readonly balance: bigint;
  /** 32 bytes. An account without code has the hash of empty code. */
  readonly codeHash: Bytes;
}

/** Keccak-256 hash of empty code. A start would compute it before it has the fast implementation. */
export const EMPTY_CODE_HASH: Bytes = fromHex('c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470');

/** Initial value of an account. */
export const EMPTY_ACCOUNT: Account = { nonce: 0n, balance: 0n, codeHash: EMPTY_CODE_HASH };

/**
 * Reader of accounts, code and storage. Addresses have 20 bytes and slots have 32. The caller must not change what is
 * returned. On a forked chain, reads throw AbsentRemote for data that was not fetched, and so do writes that have to
 * read.
 */
export interface AccountsReader {
  account(address: Bytes): Account | undefined;
  /** Returns no bytes for the hash of empty code. */
  code(codeHash: Bytes): Bytes;
  /** Returns the value without leading zeros, as RLP encodes it. An unset slot is empty. */
  storage(address: Bytes, slot: Bytes): Bytes;
}

/** Reader that also writes. `checkpoint` and `revertTo` nest: reverting undoes every write since the checkpoint. */
export interface MachineState extends AccountsReader {
  /** Sets the account. `undefined` deletes it together with its storage. */
  setAccount(address: Bytes, account: Account | undefined): void;
  /** Returns the code's Keccak-256 hash. */
  setCode(code: Bytes): Bytes;
  setStorage(address: Bytes, slot: Bytes, value: Bytes): void;
  clearStorage(address: Bytes): void;
  /** Returns an upper bound of the number of nonzero slots, infinite where none is known. It takes constant time. */
  slotsAtMost(address: Bytes): number;
  /**
   * Returns the nonzero slots in no particular order. On a forked chain, slots of the origin's state are not included.
   */
  slotsOfAccount(address: Bytes): readonly Bytes[];
  checkpoint(): number;
  revertTo(checkpoint: number): void;
}

/** Beginning of the code of an account that delegates to another one (EIP-7702); the address follows. */
export const DELEGATION_PREFIX = Uint8Array.of(0xef, 0x01, 0x00);
const DELEGATION_BYTES = 23;

/** Returns the account whose code runs in place of this code. Returns undefined when the code is no delegation. */
export function delegateOf(code: Bytes): Bytes | undefined {
  const isDelegation = code.length === DELEGATION_BYTES && DELEGATION_PREFIX.every((byte, i) => code[i] === byte);
  return isDelegation ? code.subarray(DELEGATION_PREFIX.length) : undefined;
}
