/**
 * The latest state as flat tables in memory: a read is one look-up, whatever the state's size. Each key has a cell with
 * its value, the height that wrote it, and how many versions it had before; the archive (`archive.ts`) has those. A
 * deleted key keeps its cell, because heights before still see it, until it is pruned.
 *
 * Heights are numbers here, not bigints: there is one in every cell.
 */
import type { Account } from '../../evm/account.js';
import type { ByteText } from '../../kernel/byte_text.js';
import type { Bytes } from '../../kernel/bytes.js';
import { invariant } from '../../kernel/errors.js';
import { decodeAccount, encodeAccount } from './account.js';
import { ADDRESS_BYTES } from './keys.js';
import { STORE_NAMES, type StoreName } from './types.js';

export type StateValue = Account | Bytes;

/** A value as it was from `height` on; `undefined` where the key was absent. */
export interface Version<V> {
  readonly height: number;
  readonly value: V | undefined;
}

export class Cell<V> implements Version<V> {
  /** Versions before this one, pruned ones included. */
  archived = 0;

  constructor(
    public height: number,
    public value: V | undefined,
  ) {}
}

/** Methods, not function members: a table of accounts is a table of state values. */
export interface ValueCodec<V> {
  encode(value: V): Bytes;
  decode(bytes: Bytes): V;
}

export class Table<V extends StateValue> {
  readonly cells = new Map<ByteText, Cell<V>>();
  /** No cell changed at a height above this. */
  touched = -1;

  constructor(
    /** What a key on disk begins with. No table's name begins with another's. */
    readonly name: ByteText,
    readonly codec: ValueCodec<V>,
    /** Where it has no cell, another chain's state shows: a deleted key keeps its cell for good, or it would come back. */
    readonly overRemote: boolean = false,
  ) {}
}

export type AnyTable = Table<StateValue>;

const ACCOUNT_CODEC: ValueCodec<Account> = { encode: encodeAccount, decode: decodeAccount };
/** A slice on decoding: what the disk gives may be a view into something larger. */
const BYTES_CODEC: ValueCodec<Bytes> = { encode: (value) => value, decode: (bytes) => bytes.slice() };

const ACCOUNTS = 'a';
const CODES = 'c';
const STORAGE = 'o';
const STORES = 'k';
const WHOLLY_LOCAL = 'w';
const NAME_END = '/';

export class FlatState {
  readonly accounts: Table<Account>;
  readonly codes = new Table(CODES, BYTES_CODEC);
  /** By address. */
  readonly storage = new Map<ByteText, Table<Bytes>>();
  readonly stores: Readonly<Record<StoreName, Table<Bytes>>> = Object.fromEntries(
    STORE_NAMES.map((name) => [name, new Table(`${STORES}${name}${NAME_END}`, BYTES_CODEC)]),
  ) as Record<StoreName, Table<Bytes>>;

  /** Accounts whose storage another chain's does not show through: it was cleared here, or they began here. */
  readonly whollyLocal = new Table(WHOLLY_LOCAL, BYTES_CODEC);

  constructor(
    /** Of a forked chain: beneath its accounts and their storage lies another chain's state. */
    readonly overRemote: boolean = false,
  ) {
    this.accounts = new Table(ACCOUNTS, ACCOUNT_CODEC, overRemote);
  }

  /** The storage of an account, with or without slots. */
  storageOf(address: ByteText): Table<Bytes> {
    let table = this.storage.get(address);
    if (table === undefined) {
      table = new Table(STORAGE + address, BYTES_CODEC, this.overRemote);
      this.storage.set(address, table);
    }
    return table;
  }

  /** The table and key of a table's name followed by a key. */
  locate(fullKey: ByteText): { readonly table: AnyTable; readonly key: ByteText } {
    const [table, nameLength] = this.tableOf(fullKey);
    return { table, key: fullKey.slice(nameLength) };
  }

  private tableOf(fullKey: ByteText): readonly [table: AnyTable, nameLength: number] {
    const kind = fullKey[0];
    if (kind === ACCOUNTS) return [this.accounts, ACCOUNTS.length];
    if (kind === CODES) return [this.codes, CODES.length];
    if (kind === STORAGE) return [this.storageOf(fullKey.slice(1, 1 + ADDRESS_BYTES)), 1 + ADDRESS_BYTES];
    if (kind === WHOLLY_LOCAL) return [this.whollyLocal, WHOLLY_LOCAL.length];
    const end = fullKey.indexOf(NAME_END) + NAME_END.length;
    const name = STORE_NAMES.find((store) => this.stores[store].name === fullKey.slice(0, end));
    invariant(name !== undefined, 'a key belongs to no table of the state');
    return [this.stores[name], end];
  }
}
