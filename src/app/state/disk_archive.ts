/**
 * Implements the archive on disk. Versions are read one at a time by key and ordinal, so history costs no memory.
 * `sealWrites` returns the writes of a height, which the caller puts into the height's single batch.
 *
 * The records of the last two heights are also held in memory until later commits. So a height may be committed before
 * or after its batch is written: a batch must only be durable before the second commit after it.
 */
import { CodecError } from '../../codec/protobuf/index.js';
import { type ByteText, bytesOfText } from '../../kernel/byte_text.js';
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { noSteps, type Steps } from '../../kernel/steps.js';
import type { Store, WriteOp } from '../../storage/store.js';
import type { Archive, Change, HeightRecord, Pruning, Restored, Reversal, SealedHeight } from './archive.js';
import { isForgotten } from './commit.js';
import type { Cell, FlatState, StateValue, Table, Version } from './flat.js';
import * as records from './records.js';
import { addedBy, dropReverted, type Entry, prunedBy } from './records.js';

const put = ([key, value]: Entry): WriteOp => ({ type: 'put', key: bytesOfText(key), value });
const del = (key: ByteText): WriteOp => ({ type: 'del', key: bytesOfText(key) });

export class DiskArchive implements Archive {
  private fresh: ReadonlyMap<ByteText, Bytes> = new Map();
  private older: ReadonlyMap<ByteText, Bytes> = new Map();
  /** Records of the height sealed last. */
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

  retainedVersion<V extends StateValue>(table: Table<V>, key: ByteText, _cell: Cell<V>, ordinal: number): Version<V> {
    const bytes = this.need(records.versionKey(table, key, ordinal));
    return decoded(() => records.decodeVersion(bytes, table.codec));
  }

  record(height: number): HeightRecord {
    const bytes = this.need(records.heightKey(height));
    return decoded(() => records.decodeHeightRecord(height, bytes, this.flat));
  }

  *sealWrites(sealed: SealedHeight): Steps<readonly WriteOp[]> {
    const { record, changes, pruning } = sealed;
    const { height } = record;
    this.sealed = yield* addedBy(sealed);
    // Deletions come first, because a pruned key may be written again.
    const writes = [...prunedBy(pruning), ...forgottenKeys(pruning)].map(del);
    for (const entry of this.sealed) {
      writes.push(put(entry));
      if (writes.length % records.RECORDS_OF_STEP === 0) yield;
    }
    for (const change of changes) {
      writes.push(put(latestEntry(change, height)));
      if (writes.length % records.RECORDS_OF_STEP === 0) yield;
    }
    writes.push(put([records.META_KEY, records.encodeMeta(this.meta(height, pruning.oldest))]));
    return writes;
  }

  append(_sealed: SealedHeight): void {
    this.older = this.fresh;
    this.fresh = new Map(this.sealed);
  }

  *revertWrites(reversal: Reversal): Steps<readonly WriteOp[]> {
    const { height, oldest, restored } = reversal;
    const writes: WriteOp[] = [];
    yield* dropReverted(reversal, (key) => writes.push(del(key)));
    for (const key of restored) {
      writes.push(restoringWrite(key));
      yield;
    }
    writes.push(put([records.META_KEY, records.encodeMeta(this.meta(height, oldest))]));
    return writes;
  }

  revert(_reversal: Reversal): Steps<void> {
    // Records that are not yet written stay readable. Reverted ordinals and heights are never read.
    return noSteps(undefined);
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

const latestEntry = ({ table, key, value, archived }: Change, height: number): Entry => [
  records.latestKey(table, key),
  records.encodeVersion({ height, value }, archived, table.codec),
];

/** Returns the keys that were deleted at a height that is pruned, and not written since. */
const forgottenKeys = ({ records: pruned }: Pruning): readonly ByteText[] =>
  pruned.flatMap(({ height, changed }) =>
    changed
      .filter(({ table, key }) => isForgotten(table, key, height))
      .map(({ table, key }) => records.latestKey(table, key)),
  );

function restoringWrite({ table, key, archived, version }: Restored): WriteOp {
  const latest = records.latestKey(table, key);
  return version === undefined ? del(latest) : put([latest, records.encodeVersion(version, archived - 1, table.codec)]);
}
