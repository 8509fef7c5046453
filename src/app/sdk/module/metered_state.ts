/**
 * Charges gas for reads and writes as the SDK's stores do (store/types `KVGasConfig`). An account costs as much as its
 * record in auth and its balance in the bank would. EVM storage has gas of its own.
 */
import type { Event } from '../../../abci/application.js';
import type { Account } from '../../../evm/state.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { StoreName, WorkingState } from '../../state/types.js';
import type { GasMeter } from './gas_meter.js';

export const READ_FLAT = 1000n;
export const READ_PER_BYTE = 3n;
export const WRITE_FLAT = 2000n;
export const WRITE_PER_BYTE = 30n;
const DELETE = 1000n;
const NEXT_FLAT = 30n;
/** Size of an account's record: address, number, sequence and balance in decimal text. */
const ACCOUNT_BYTES = 72;

type Entry = readonly [key: Bytes, value: Bytes];

export class MeteredState implements WorkingState {
  /** With `chargesSeek` an iterator also pays when it opens, as in the SDK. Messages here do not pay for that. */
  constructor(
    private readonly state: WorkingState,
    private readonly gas: GasMeter,
    private readonly chargesSeek = false,
  ) {}

  account(address: Bytes): Account | undefined {
    this.#read(address.length, ACCOUNT_BYTES);
    return this.state.account(address);
  }

  code(codeHash: Bytes): Bytes {
    return this.state.code(codeHash);
  }

  storage(address: Bytes, slot: Bytes): Bytes {
    return this.state.storage(address, slot);
  }

  get(store: StoreName, key: Bytes): Bytes | undefined {
    const value = this.state.get(store, key);
    this.#read(key.length, value?.length ?? 0);
    return value;
  }

  foreignBlockHash(number: bigint): Bytes | undefined {
    return this.state.foreignBlockHash(number);
  }

  *entries(store: StoreName, prefix: Bytes): Iterable<Entry> {
    if (this.chargesSeek) return yield* this.#entriesWithSeek(this.state.entries(store, prefix));
    for (const entry of this.state.entries(store, prefix)) {
      this.#next(entry);
      yield entry;
    }
  }

  /** Charges the first entry when the iterator opens, and each entry when the iterator leaves it (store `gaskv`). */
  *#entriesWithSeek(entries: Iterable<Entry>): Iterable<Entry> {
    let isOpen = false;
    for (const entry of entries) {
      if (!isOpen) this.#next(entry);
      isOpen = true;
      yield entry;
      this.#next(entry);
    }
    if (!isOpen) this.gas.consume(NEXT_FLAT, 'IterNextFlat');
  }

  #next([key, value]: Entry): void {
    this.gas.consume(NEXT_FLAT, 'IterNextFlat');
    this.gas.consume(READ_PER_BYTE * BigInt(key.length + value.length), 'ValuePerByte');
  }

  setAccount(address: Bytes, account: Account | undefined): void {
    if (account === undefined) this.gas.consume(DELETE, 'Delete');
    else this.#write(address.length, ACCOUNT_BYTES);
    this.state.setAccount(address, account);
  }

  setCode(code: Bytes): Bytes {
    return this.state.setCode(code);
  }

  setStorage(address: Bytes, slot: Bytes, value: Bytes): void {
    this.state.setStorage(address, slot, value);
  }

  slotsAtMost(address: Bytes): number {
    return this.state.slotsAtMost(address);
  }

  slotsOfAccount(address: Bytes): readonly Bytes[] {
    return this.state.slotsOfAccount(address);
  }

  clearStorage(address: Bytes): void {
    this.state.clearStorage(address);
  }

  set(store: StoreName, key: Bytes, value: Bytes): void {
    this.#write(key.length, value.length);
    this.state.set(store, key, value);
  }

  delete(store: StoreName, key: Bytes): void {
    this.gas.consume(DELETE, 'Delete');
    this.state.delete(store, key);
  }

  checkpoint(): number {
    return this.state.checkpoint();
  }

  revertTo(checkpoint: number): void {
    this.state.revertTo(checkpoint);
  }

  emit(event: Event): void {
    this.state.emit(event);
  }

  get emitted(): number {
    return this.state.emitted;
  }

  eventsSince(count: number): readonly Event[] {
    return this.state.eventsSince(count);
  }

  #read(keyBytes: number, valueBytes: number): void {
    this.gas.consume(READ_FLAT, 'ReadFlat');
    this.gas.consume(READ_PER_BYTE * BigInt(keyBytes + valueBytes), 'ReadPerByte');
  }

  #write(keyBytes: number, valueBytes: number): void {
    this.gas.consume(WRITE_FLAT, 'WriteFlat');
    this.gas.consume(WRITE_PER_BYTE * BigInt(keyBytes + valueBytes), 'WritePerByte');
  }
}
