/** The state that a machine works on: accounts, code and storage, with positions to go back to. */
import type { Bytes } from '../kernel/bytes.js';
import type { Account } from './account.js';

/**
 * All addresses are 20 bytes, slots 32 bytes. Nothing returned may be changed by the caller. On a forked chain reads, and
 * writes that have to read, throw AbsentRemote for what was not fetched.
 */
export interface AccountsReader {
  account(address: Bytes): Account | undefined;
  /** Empty for the empty code hash. */
  code(codeHash: Bytes): Bytes;
  /** The value without leading zeros (RLP's view); empty when the slot is zero. */
  storage(address: Bytes, slot: Bytes): Bytes;
}

/** A reader with writes on top. `checkpoint` and `revertTo` nest; reverting undoes every write since. */
export interface MachineState extends AccountsReader {
  /** `undefined` deletes the account with its storage. */
  setAccount(address: Bytes, account: Account | undefined): void;
  /** Returns the code's Keccak-256. */
  setCode(code: Bytes): Bytes;
  setStorage(address: Bytes, slot: Bytes, value: Bytes): void;
  clearStorage(address: Bytes): void;
  /** No more slots than this are not zero; infinite where it is not known. At once, however many there are. */
  slotsAtMost(address: Bytes): number;
  /** Those that are not zero, in no order; of another chain's state beneath nothing is known. */
  slotsOfAccount(address: Bytes): readonly Bytes[];
  checkpoint(): number;
  revertTo(checkpoint: number): void;
}
