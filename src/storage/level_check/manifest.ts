/** Reads LevelDB's manifest, a log of edits to the set of tables (db/version_edit.cc). */
import type { Bytes } from '../../kernel/bytes.js';
import { FieldReader, FormatError } from './fields.js';

export interface LevelVersion {
  /** Size of each table in bytes, by number. */
  readonly tables: ReadonlyMap<number, number>;
  /**
   * Lowest number of a log that is in use. Logs with a lower number are in the tables. It is 0 until the first log
   * exists.
   */
  readonly logNumber: number;
}

/** Applies the edits. Throws FormatError. */
export function versionOf(edits: readonly Bytes[]): LevelVersion {
  const tables = new Map<number, number>();
  let logNumber = 0;
  for (const edit of edits) {
    const reader = new FieldReader(edit);
    const added: [number, number][] = [];
    while (!reader.done) {
      const tag = reader.varint();
      if (tag === 1) reader.slice();
      else if (tag === 2) logNumber = reader.varint();
      else if (tag === 3 || tag === 4 || tag === 9) reader.varint();
      else if (tag === 5) {
        reader.varint();
        reader.slice();
      } else if (tag === 6) {
        reader.varint();
        tables.delete(reader.varint());
      } else if (tag === 7) {
        reader.varint();
        added.push([reader.varint(), reader.varint()]);
        reader.slice();
        reader.slice();
      } else throw new FormatError(`an edit has the unknown field ${tag}`);
    }
    // A table that moves to another level is deleted and added in one edit.
    for (const [number, size] of added) tables.set(number, size);
  }
  return { tables, logNumber };
}
