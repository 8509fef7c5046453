/** The state after one committed height, or before genesis. Stays right when the chain grows; fails when it is reverted. */
import type { Account } from '../../evm/account.js';
import { type ByteText, bytesOfText } from '../../kernel/byte_text.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { type Archive, valueAt } from './archive.js';
import type { FlatState, StateValue, Table } from './flat.js';
import { addressText } from './keys.js';
import { type TextEntry, TextReader } from './reader.js';
import type { Tree } from './tree/node.js';
import { leavesUnder } from './tree/walk.js';
import type { CommittedState, StoreName } from './types.js';

/** What a reader needs of the state that it reads. */
export interface ReadableState {
  readonly flat: FlatState;
  readonly archive: Archive;
  /** Throws HalleyError when the reader's height is not, or no longer, kept. */
  checkReader(reader: HeightReader): void;
  storeTreeAt(height: number, store: StoreName): Tree;
}

export class HeightReader extends TextReader implements CommittedState {
  constructor(
    private readonly state: ReadableState,
    readonly height: number,
    /** Reverts of the state that the reader is known to have outlived. */
    public epoch: number,
  ) {
    super();
  }

  accountOf(address: ByteText): Account | undefined {
    return this.read(this.state.flat.accounts, address);
  }

  codeOf(hash: ByteText): Bytes | undefined {
    return this.read(this.state.flat.codes, hash);
  }

  slotOf(address: ByteText, slot: ByteText): Bytes {
    const table = this.state.flat.storage.get(address);
    if (table === undefined) return EMPTY_BYTES;
    return this.read(table, slot) ?? EMPTY_BYTES;
  }

  slotsOf(address: ByteText): readonly ByteText[] {
    const table = this.state.flat.storage.get(address);
    if (table === undefined) return [];
    return [...table.cells.keys()].filter((slot) => this.read(table, slot) !== undefined);
  }

  valueOf(store: StoreName, key: ByteText): Bytes | undefined {
    return this.read(this.state.flat.stores[store], key);
  }

  *entriesOf(store: StoreName, prefix: ByteText): Iterable<TextEntry> {
    this.state.checkReader(this);
    for (const { key, value } of leavesUnder(this.state.storeTreeAt(this.height, store), prefix))
      yield [key.text, value];
  }

  accounts(): Iterable<readonly [address: Bytes, account: Account]> {
    return this.walk(this.state.flat.accounts);
  }

  slots(address: Bytes): Iterable<readonly [slot: Bytes, value: Bytes]> {
    const table = this.state.flat.storage.get(addressText(address));
    return table === undefined ? [] : this.walk(table);
  }

  private *walk<V extends StateValue>(table: Table<V>): Iterable<readonly [key: Bytes, value: V]> {
    for (const key of [...table.cells.keys()].sort()) {
      const value = this.read(table, key);
      if (value !== undefined) yield [bytesOfText(key), value];
    }
  }

  private read<V extends StateValue>(table: Table<V>, key: ByteText): V | undefined {
    this.state.checkReader(this);
    const cell = table.cells.get(key);
    if (cell === undefined) return undefined;
    return cell.height <= this.height ? cell.value : valueAt(this.state.archive, table, key, cell, this.height);
  }
}
