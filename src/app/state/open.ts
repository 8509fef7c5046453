/**
 * Opens the state, empty or from a store. From a store, the latest values are read into memory, the trees are built
 * from them, and their roots must equal the stored ones. This finds partial writes and later changes.
 */
import { CodecError } from '../../codec/protobuf/index.js';
import { type ByteText, bytesOfText } from '../../kernel/byte_text.js';
import { equalBytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import type { Overflow } from '../../kernel/packed/overflow.js';
import { finish } from '../../kernel/steps.js';
import type { Store } from '../../storage/store.js';
import { type Commitment, emptyCommitment, nextCommitment } from './commitment.js';
import { DiskArchive } from './disk_archive.js';
import { type AnyTable, Cell, FlatState, type StateValue, type Table } from './flat.js';
import { MemoryArchive } from './memory_archive.js';
import { decodeMeta, decodeVersion, fullKeyOfLatest, LATEST_RANGE, META_KEY, type Meta } from './records.js';
import { OFFLINE } from './remote/none.js';
import { RememberedRemote } from './remote/remembered.js';
import type { RemoteSource } from './remote_source.js';
import { DEFAULT_RECENT_HEIGHTS, TreeHistory } from './tree_history.js';
import { type AppState, STORE_NAMES, type StoreName } from './types.js';
import type { AccountChange, ValueChanges } from './update_trees.js';
import { VersionedState } from './versioned_state.js';

export interface AppStateOptions {
  /** Heights that stay readable, at least 2; `undefined` retains all. */
  readonly retain?: number;
  /** Heights whose trees are held in memory, so that proofs need not rebuild them. */
  readonly recentHeights?: number;
  /**
   * Chain that this one forks from, at the block of the fork. A store created with one may be opened without it; then
   * only values that were fetched before can be read.
   */
  readonly remote?: RemoteSource;
  /** Place for the older versions of a state without a store; by default they stay in memory. */
  readonly overflow?: Overflow | undefined;
}

/** Fewest heights that can be retained: the latest, and the one that its writes replace. */
const MIN_RETAIN = 2;

/**
 * Opens the state. Without a store it is in memory only, and `writes` are empty. Throws HalleyError `corrupt-store`
 * unless the store holds exactly one complete state.
 */
export async function openAppState(store: Store | undefined, options: AppStateOptions = {}): Promise<AppState> {
  const { retain, recentHeights = DEFAULT_RECENT_HEIGHTS } = options;
  if (retain !== undefined && !(retain >= MIN_RETAIN))
    throw new HalleyError('invalid-argument', `retain is ${retain}, expected at least ${MIN_RETAIN} heights`, {
      retain,
    });
  const head = store && (await decoded(() => headOf(store)));
  if (head !== undefined && options.remote !== undefined && !head.overRemote)
    throw new HalleyError(
      'invalid-argument',
      'the store holds a chain that is not a fork: open it without a chain to fork from, or use another folder',
    );
  const source = options.remote ?? (head?.overRemote ? OFFLINE : undefined);
  const remote = source && (await decoded(() => RememberedRemote.open(source, store)));
  const flat = new FlatState(remote !== undefined);
  const archive = store === undefined ? new MemoryArchive(flat, options.overflow) : new DiskArchive(store, flat);
  const trees = new TreeHistory(flat, archive, Math.max(1, recentHeights));
  if (store !== undefined) await decoded(() => load(store, flat, head));
  if (head !== undefined) {
    const commitment = commitmentOfTables(flat);
    const { appHash, stateRoot } = archive.record(head.height);
    if (!equalBytes(commitment.multistore.appHash, appHash) || !equalBytes(commitment.stateRoot, stateRoot))
      throw damaged(`the roots of its values differ from those stored for its latest height, ${head.height}`);
    trees.append(head.height, commitment);
  }
  const retained = head && { latest: head.height, oldest: head.oldest };
  return new VersionedState(flat, archive, trees, retain, retained, remote);
}

const damaged = (how: string): HalleyError =>
  new HalleyError(
    'corrupt-store',
    `the store holds a damaged state: ${how}; restore its folder from a copy, or remove it to start anew`,
  );

async function decoded<T>(decode: () => T | Promise<T>): Promise<T> {
  try {
    return await decode();
  } catch (error) {
    if (error instanceof CodecError) throw damaged(error.message);
    throw error;
  }
}

/** Returns the state's meta record. It is undefined when the store holds no state. */
function headOf(store: Store): Meta | undefined {
  const head = store.get(bytesOfText(META_KEY));
  return head && decodeMeta(head);
}

/** Fills the tables from the store. */
async function load(store: Store, flat: FlatState, head: Meta | undefined): Promise<void> {
  for await (const [key, bytes] of store.entries(LATEST_RANGE)) {
    if (head === undefined) throw damaged('it has values, but no latest height');
    loadCell(flat.locate(fullKeyOfLatest(key)), bytes, head);
  }
}

function loadCell({ table, key }: { table: AnyTable; key: ByteText }, bytes: Uint8Array, meta: Meta): void {
  const { height, value, archived } = decodeVersion(bytes, table.codec);
  if (height > meta.height) throw damaged(`it has a value of height ${height}, above its latest height ${meta.height}`);
  const cell = new Cell(height, value);
  cell.archived = archived;
  table.cells.set(key, cell);
  table.touched = Math.max(table.touched, height);
}

function commitmentOfTables(flat: FlatState): Commitment {
  const accounts = new Map<ByteText, AccountChange>();
  for (const [address, account] of valuesOf(flat.accounts)) {
    const storage = flat.storage.get(address);
    accounts.set(address, { account, slots: storage && valuesOf(storage) });
  }
  const stores = new Map<StoreName, ValueChanges>();
  for (const name of STORE_NAMES) stores.set(name, valuesOf(flat.stores[name]));
  return finish(nextCommitment(emptyCommitment(), accounts, stores));
}

function valuesOf<V extends StateValue>(table: Table<V>): Map<ByteText, V> {
  const values = new Map<ByteText, V>();
  for (const [key, { value }] of table.cells) if (value !== undefined) values.set(key, value);
  return values;
}
