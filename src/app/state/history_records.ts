/** Computes the history records that a height adds, and those that pruning and reverting remove, for either archive. */
import type { ByteText } from '../../kernel/byte_text.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { Steps } from '../../kernel/steps.js';
import type { Pruning, Reversal, SealedHeight } from './archive.js';
import { encodeVersion, encodingHeightRecord, heightKey, RECORDS_OF_STEP, versionKey } from './records.js';

export type Entry = readonly [key: ByteText, value: Bytes];

/** Returns the record of the height, and the versions that its changes replace, each under its ordinal. */
export function* addedBy({ record, changes }: SealedHeight): Steps<readonly Entry[]> {
  const added: Entry[] = [[heightKey(record.height), yield* encodingHeightRecord(record)]];
  for (const { table, key, cell, archived } of changes) {
    if (cell === undefined) continue;
    added.push([versionKey(table, key, archived - 1), encodeVersion(cell, archived - 1, table.codec)]);
    if (added.length % RECORDS_OF_STEP === 0) yield;
  }
  return added;
}

/** Returns the keys of the version that each change replaced, and of the record of the height before. */
export function prunedBy({ records }: Pruning): readonly ByteText[] {
  const keys: ByteText[] = [];
  for (const { height, changed } of records) {
    for (const { table, key, archived } of changed) if (archived > 0) keys.push(versionKey(table, key, archived - 1));
    keys.push(heightKey(height - 1));
  }
  return keys;
}

/** Calls `drop` with the key of every version from the restored one on, and of every record of the heights above. */
export function* dropReverted({ height, latest, restored }: Reversal, drop: (key: ByteText) => void): Steps<void> {
  for (const { table, key, versions, archived } of restored)
    for (let ordinal = Math.max(archived - 1, 0); ordinal < versions; ordinal++) {
      drop(versionKey(table, key, ordinal));
      yield;
    }
  for (let above = height + 1; above <= latest; above++) {
    drop(heightKey(above));
    yield;
  }
}
