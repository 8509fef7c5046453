/**
 * The latest state as flat tables in memory: a read is one look-up, whatever the state's size. Each key has a cell with
 * its value, the height that wrote it, and how many versions it had before; the archive (`archive.ts`) has those. A
 * deleted key retains its cell until it is pruned, because earlier heights still read it.
 *
 * Heights are numbers here, not bigints, because every cell contains one.
 */
import type { Account } from '../../evm/state.js';
import type { ByteText } from '../../kernel/byte_text.js';
import type { Bytes } from '../../kernel/bytes.js';
import { invariant } from '../../kernel/errors.js';
import { decodeAccount, encodeAccount } from './account.js';
import { ADDRESS_BYTES } from './keys.js';
import { STORE_NAMES, type StoreName } from './types.js';

export type StateValue = Account | Bytes;

/** Value as it was from `height` on. The value is `undefined` where the key was absent. */
export interface Version<V> {
  readonly height: number;
  readonly value: V | undefined;
}

export class Cell<V> implements Version<V> {
  /** Number of versions before this one, including pruned ones. */
  archived = 0;

  constructor(
    public height: number,
    public value: V | undefined,
  ) {}
}

/**
 * Encodes values. Its members are methods, not function properties, so that a table of accounts is also a table of
 * state values.
 */
export interface ValueCodec<V> {
  encode(value: V): Bytes;
  decode(bytes: Bytes): V;
}

export class Table<V extends StateValue> {
  readonly cells = new Map<ByteText, Cell<V>>();
  /** Highest height at which a cell may have changed. */
  touched = -1;

  constructor(
    /** Prefix of the table's keys on disk. No table's name is a prefix of another's. */
    readonly name: ByteText,
    readonly codec: ValueCodec<V>,
    /**
     * Whether a forked chain's state shows through when a key has no cell. There a deleted key retains its cell for
     * good, or it would reappear.
     */
    readonly overRemote: boolean = false,
  ) {}
}

export type AnyTable = Table<StateValue>;

const ACCOUNT_CODEC: ValueCodec<Account> = { encode: encodeAccount, decode: decodeAccount };
/** Encodes bytes. Decoding makes a copy, because the disk may return a view into a larger array. */
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
  /** Storage by address. */
  readonly storage = new Map<ByteText, Table<Bytes>>();
  readonly stores: Readonly<Record<StoreName, Table<Bytes>>> = Object.fromEntries(
    STORE_NAMES.map((name) => [name, new Table(`${STORES}${name}${NAME_END}`, BYTES_CODEC)]),
  ) as Record<StoreName, Table<Bytes>>;

  /**
   * Accounts through whose storage the forked chain does not show: it was cleared here, or the account was created
   * here.
   */
  readonly whollyLocal = new Table(WHOLLY_LOCAL, BYTES_CODEC);

  constructor(
    /** Whether another chain's state is below the accounts and their storage, as on a forked chain. */
    readonly overRemote: boolean = false,
  ) {
    this.accounts = new Table(ACCOUNTS, ACCOUNT_CODEC, overRemote);
  }

  /** Returns the storage table of an account, with or without slots. */
  storageOf(address: ByteText): Table<Bytes> {
    let table = this.storage.get(address);
    if (table === undefined) {
      table = new Table(STORAGE + address, BYTES_CODEC, this.overRemote);
      this.storage.set(address, table);
    }
    return table;
  }

  /** Splits a full key into its table and the key in the table. */
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
