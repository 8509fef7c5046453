/** The archive of a state that lives in memory only: versions hang on the cells, records in a map. */
import type { ByteText } from '../../kernel/byte_text.js';
import { invariant } from '../../kernel/errors.js';
import type { WriteOp } from '../../storage/port.js';
import type { Archive, HeightRecord, Reversal, SealedHeight } from './archive.js';
import type { Cell, StateValue, Table, Version } from './flat.js';

export class MemoryArchive implements Archive {
  private readonly records = new Map<number, HeightRecord>();

  version<V extends StateValue>(
    _table: Table<V>,
    _key: ByteText,
    cell: Cell<V>,
    ordinal: number,
  ): Version<V> | undefined {
    const { past } = cell;
    return past?.[ordinal - (cell.archived - past.length)];
  }

  keptVersion<V extends StateValue>(table: Table<V>, key: ByteText, cell: Cell<V>, ordinal: number): Version<V> {
    const version = this.version(table, key, cell, ordinal);
    invariant(version !== undefined, `version ${ordinal} of a key is kept`);
    return version;
  }

  record(height: number): HeightRecord {
    const record = this.records.get(height);
    invariant(record !== undefined, `the record of height ${height} is kept`);
    return record;
  }

  sealWrites(_sealed: SealedHeight): readonly WriteOp[] {
    return [];
  }

  append({ record, changes, pruning }: SealedHeight): void {
    for (const { cell } of changes) {
      if (cell === undefined) continue;
      const version = { height: cell.height, value: cell.value };
      // Most keys have few versions, and an array that grows has room for sixteen more.
      if (cell.past === undefined) cell.past = [version];
      else cell.past.push(version);
    }
    this.records.set(record.height, record);
    for (const { height, changed } of pruning.records) {
      for (const { table, key, archived } of changed) if (archived > 0) table.cells.get(key)?.past?.shift();
      this.records.delete(height - 1);
    }
  }

  revertWrites(_reversal: Reversal): readonly WriteOp[] {
    return [];
  }

  revert({ height, latest, restored }: Reversal): void {
    for (const { cell, archived } of restored)
      if (archived > 0) cell.past?.splice(cell.past.length - (cell.archived - archived + 1));
    for (let h = height + 1; h <= latest; h++) this.records.delete(h);
  }
}
