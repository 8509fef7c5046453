/**
 * The archive on disk. Versions are read one at a time under key and ordinal, so history costs no memory; the writes of
 * a height go out with `sealWrites` and are the caller's to put into the height's single batch.
 *
 * The records of the last two heights are also kept here until the next commits, so that it does not matter whether a
 * height is committed before its batch is written or after: a batch must only be durable before the second commit after.
 */
import { CodecError } from '../../codec/protobuf.js';
import { type ByteText, bytesOfText } from '../../kernel/byte_text.js';
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import type { Store, WriteOp } from '../../storage/port.js';
import type { Archive, Change, HeightRecord, Pruning, Restored, Reversal, SealedHeight } from './archive.js';
import { isForgotten } from './commit.js';
import type { Cell, FlatState, StateValue, Table, Version } from './flat.js';
import * as records from './records.js';

type Entry = readonly [key: ByteText, value: Bytes];

const put = ([key, value]: Entry): WriteOp => ({ type: 'put', key: bytesOfText(key), value });
const del = (key: ByteText): WriteOp => ({ type: 'del', key: bytesOfText(key) });

export class DiskArchive implements Archive {
  private fresh: ReadonlyMap<ByteText, Bytes> = new Map();
  private older: ReadonlyMap<ByteText, Bytes> = new Map();
  /** Of the height sealed last. */
  private sealed: readonly Entry[] = [];

  constructor(
    private readonly store: Store,
    private readonly flat: FlatState,
  ) {}

  version<V extends StateValue>(
    table: Table<V>,
    key: ByteText,
    _cell: Cell<V>,
    ordinal: number,
  ): Version<V> | undefined {
    const at = records.versionKey(table, key, ordinal);
    const bytes = this.unwritten(at) ?? this.store.get(bytesOfText(at));
    return bytes && decoded(() => records.decodeVersion(bytes, table.codec));
  }

  keptVersion<V extends StateValue>(table: Table<V>, key: ByteText, _cell: Cell<V>, ordinal: number): Version<V> {
    const bytes = this.need(records.versionKey(table, key, ordinal));
    return decoded(() => records.decodeVersion(bytes, table.codec));
  }

  record(height: number): HeightRecord {
    const bytes = this.need(records.heightKey(height));
    return decoded(() => records.decodeHeightRecord(height, bytes, this.flat));
  }

  sealWrites({ record, changes, pruning }: SealedHeight): readonly WriteOp[] {
    const { height } = record;
    this.sealed = [[records.heightKey(height), records.encodeHeightRecord(record)], ...changes.flatMap(archivedEntry)];
    return [
      // Before what is put: a key that is pruned may be written again.
      ...pruningWrites(pruning),
      ...this.sealed.map(put),
      ...changes.map((change) => put(latestEntry(change, height))),
      put([records.META_KEY, records.encodeMeta(this.meta(height, pruning.oldest))]),
    ];
  }

  append(_sealed: SealedHeight): void {
    this.older = this.fresh;
    this.fresh = new Map(this.sealed);
  }

  revertWrites({ height, latest, oldest, restored }: Reversal): readonly WriteOp[] {
    const writes: WriteOp[] = restored.flatMap(restoringWrites);
    for (let h = height + 1; h <= latest; h++) writes.push(del(records.heightKey(h)));
    return [...writes, put([records.META_KEY, records.encodeMeta(this.meta(height, oldest))])];
  }

  revert(_reversal: Reversal): void {
    // What is not yet written stays readable: ordinals and heights that no longer count are never asked for.
  }

  private meta(height: number, oldest: number): records.Meta {
    return { height, oldest, overRemote: this.flat.overRemote };
  }

  private unwritten(key: ByteText): Bytes | undefined {
    return this.fresh.get(key) ?? this.older.get(key);
  }

  private need(key: ByteText): Bytes {
    return this.unwritten(key) ?? this.store.need(bytesOfText(key));
  }
}

function decoded<T>(decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw new HalleyError('corrupt-store', `the store has a damaged record of the state: ${error.message}`);
  }
}

/** What a change replaces, under its ordinal. */
function archivedEntry({ table, key, cell, archived }: Change): readonly Entry[] {
  if (cell === undefined) return [];
  return [[records.versionKey(table, key, archived - 1), records.encodeVersion(cell, archived - 1, table.codec)]];
}

const latestEntry = ({ table, key, value, archived }: Change, height: number): Entry => [
  records.latestKey(table, key),
  records.encodeVersion({ height, value }, archived, table.codec),
];

/** The version that each change replaced goes; a key that was deleted at the height and not written since goes too. */
function pruningWrites({ records: pruned }: Pruning): readonly WriteOp[] {
  const writes: WriteOp[] = [];
  for (const { height, changed } of pruned) {
    for (const { table, key, archived } of changed) {
      if (archived > 0) writes.push(del(records.versionKey(table, key, archived - 1)));
      if (isForgotten(table, key, height)) writes.push(del(records.latestKey(table, key)));
    }
    writes.push(del(records.heightKey(height - 1)));
  }
  return writes;
}

function restoringWrites({ table, key, cell, archived, version }: Restored): readonly WriteOp[] {
  const writes: WriteOp[] = [];
  for (let ordinal = Math.max(archived - 1, 0); ordinal < cell.archived; ordinal++)
    writes.push(del(records.versionKey(table, key, ordinal)));
  const latest = records.latestKey(table, key);
  if (version === undefined) writes.push(del(latest));
  else writes.push(put([latest, records.encodeVersion(version, archived - 1, table.codec)]));
  return writes;
}
