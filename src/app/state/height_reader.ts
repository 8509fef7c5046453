/**
 * Reads the state after one committed height, or before genesis. It stays valid when the chain grows, and fails when
 * its height is reverted.
 */
import type { Account } from '../../evm/state.js';
import { type ByteText, bytesOfText } from '../../kernel/byte_text.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { type Archive, versionAt } from './archive.js';
import type { FlatState, StateValue, Table, Version } from './flat.js';
import { addressText } from './keys.js';
import { preinstalledCode } from './preinstalls/preinstalled_code.js';
import { type TextEntry, TextReader } from './reader.js';
import type { RemoteReader } from './remote_source.js';
import type { Tree } from './tree/node.js';
import { leavesUnder } from './tree/walk.js';
import type { CommittedState, StoreName } from './types.js';

/** Part of the state that a reader needs. */
export interface ReadableState {
  readonly flat: FlatState;
  readonly archive: Archive;
  /** Throws HalleyError when the reader's height is not retained, or was reverted. */
  checkReader(reader: HeightReader): void;
  storeTreeAt(height: number, store: StoreName): Tree;
}

const sortedKeys = <V extends StateValue>({ cells }: Table<V>): Iterable<ByteText> => [...cells.keys()].sort();

/** Returns the keys as they are. A key that is written while the caller iterates has no value at an earlier height. */
const keysOf = <V extends StateValue>({ cells }: Table<V>): Iterable<ByteText> => cells.keys();

export class HeightReader extends TextReader implements CommittedState {
  constructor(
    private readonly state: ReadableState,
    readonly height: number,
    /** Number of reverts of the state that the reader is known to have outlived. */
    public epoch: number,
    /** State that is read where this one has no value of its own. */
    private readonly remote: RemoteReader | undefined,
  ) {
    super();
  }

  get overRemote(): boolean {
    return this.remote !== undefined;
  }

  accountOf(address: ByteText): Account | undefined {
    const version = this.read(this.state.flat.accounts, address);
    return version === undefined ? this.remote?.accountOf(address) : version.value;
  }

  codeOf(hash: ByteText): Bytes | undefined {
    return this.read(this.state.flat.codes, hash)?.value ?? this.remote?.codeOf(hash) ?? preinstalledCode(hash);
  }

  slotOf(address: ByteText, slot: ByteText): Bytes {
    const table = this.state.flat.storage.get(address);
    const version = table && this.read(table, slot);
    if (version !== undefined) return version.value ?? EMPTY_BYTES;
    return this.remote === undefined ? EMPTY_BYTES : this.slotBeneath(this.remote, address, slot);
  }

  slotsOf(address: ByteText): readonly ByteText[] {
    const table = this.state.flat.storage.get(address);
    if (table === undefined) return [];
    return [...table.cells.keys()].filter((slot) => this.read(table, slot)?.value !== undefined);
  }

  slotsAtMostOf(address: ByteText): number {
    this.state.checkReader(this);
    return this.state.flat.storage.get(address)?.cells.size ?? 0;
  }

  foreignBlockHash(number: bigint): Bytes | undefined {
    return this.remote?.blockHash(number);
  }

  valueOf(store: StoreName, key: ByteText): Bytes | undefined {
    return this.read(this.state.flat.stores[store], key)?.value;
  }

  *entriesOf(store: StoreName, prefix: ByteText): Iterable<TextEntry> {
    this.state.checkReader(this);
    for (const { key, value } of leavesUnder(this.state.storeTreeAt(this.height, store), prefix))
      yield [key.text, value];
  }

  accounts(): Iterable<readonly [address: Bytes, account: Account]> {
    return this.walk(this.state.flat.accounts, sortedKeys);
  }

  slots(address: Bytes): Iterable<readonly [slot: Bytes, value: Bytes]> {
    const table = this.state.flat.storage.get(addressText(address));
    return table === undefined ? [] : this.walk(table, sortedKeys);
  }

  unsortedAccounts(): Iterable<readonly [address: Bytes, account: Account]> {
    return this.walk(this.state.flat.accounts, keysOf);
  }

  unsortedSlots(address: Bytes): Iterable<readonly [slot: Bytes, value: Bytes]> {
    const table = this.state.flat.storage.get(addressText(address));
    return table === undefined ? [] : this.walk(table, keysOf);
  }

  private *walk<V extends StateValue>(
    table: Table<V>,
    keys: (table: Table<V>) => Iterable<ByteText>,
  ): Iterable<readonly [key: Bytes, value: V]> {
    for (const key of keys(table)) {
      const value = this.read(table, key)?.value;
      if (value !== undefined) yield [bytesOfText(key), value];
    }
  }

  private slotBeneath(remote: RemoteReader, address: ByteText, slot: ByteText): Bytes {
    const isCut = this.read(this.state.flat.whollyLocal, address)?.value !== undefined;
    return isCut ? EMPTY_BYTES : remote.slotOf(address, slot);
  }

  /**
   * Returns the key's version. It is undefined for a key that had not been written; a deleted key has a version without
   * a value.
   */
  private read<V extends StateValue>(table: Table<V>, key: ByteText): Version<V> | undefined {
    this.state.checkReader(this);
    const cell = table.cells.get(key);
    if (cell === undefined) return undefined;
    return cell.height <= this.height ? cell : versionAt(this.state.archive, table, key, cell, this.height);
  }
}
