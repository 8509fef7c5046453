/**
 * Implements the archive of a state that exists in memory only. It holds the same records as the one on disk, packed.
 */
import { type ByteText, bytesOfText } from '../../kernel/byte_text.js';
import { invariant } from '../../kernel/errors.js';
import type { Overflow } from '../../kernel/packed/overflow.js';
import { PackedMap } from '../../kernel/packed/packed_map.js';
import { noSteps, type Steps } from '../../kernel/steps.js';
import type { WriteOp } from '../../storage/store.js';
import type { Archive, HeightRecord, Reversal, SealedHeight } from './archive.js';
import type { Cell, FlatState, StateValue, Table, Version } from './flat.js';
import {
  addedBy,
  decodeHeightRecord,
  decodeVersion,
  dropReverted,
  type Entry,
  heightKey,
  prunedBy,
  versionKey,
} from './records.js';

export class MemoryArchive implements Archive {
  readonly #records: PackedMap;
  /** Records of the height sealed last. */
  #sealed: readonly Entry[] = [];

  constructor(
    private readonly flat: FlatState,
    overflow?: Overflow,
  ) {
    this.#records = new PackedMap(overflow);
  }

  version<V extends StateValue>(
    table: Table<V>,
    key: ByteText,
    _cell: Cell<V>,
    ordinal: number,
  ): Version<V> | undefined {
    const bytes = this.#records.get(bytesOfText(versionKey(table, key, ordinal)));
    return bytes && decodeVersion(bytes, table.codec);
  }

  retainedVersion<V extends StateValue>(table: Table<V>, key: ByteText, cell: Cell<V>, ordinal: number): Version<V> {
    const version = this.version(table, key, cell, ordinal);
    invariant(version !== undefined, `version ${ordinal} of a key is retained`);
    return version;
  }

  record(height: number): HeightRecord {
    const bytes = this.#records.get(bytesOfText(heightKey(height)));
    invariant(bytes !== undefined, `the record of height ${height} is retained`);
    return decodeHeightRecord(height, bytes, this.flat);
  }

  *sealWrites(sealed: SealedHeight): Steps<readonly WriteOp[]> {
    this.#sealed = yield* addedBy(sealed);
    return [];
  }

  append(sealed: SealedHeight): void {
    // Deletions come first, because a pruned key may be written again.
    for (const key of prunedBy(sealed.pruning)) this.#records.delete(bytesOfText(key));
    for (const [key, value] of this.#sealed) this.#records.set(bytesOfText(key), value);
    this.#sealed = [];
  }

  revertWrites(_reversal: Reversal): Steps<readonly WriteOp[]> {
    return noSteps([]);
  }

  revert(reversal: Reversal): Steps<void> {
    return dropReverted(reversal, (key) => this.#records.delete(bytesOfText(key)));
  }
}
