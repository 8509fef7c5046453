/**
 * An immutable list of fixed length that is filled one slot at a time. It consists of rows, of which a change copies
 * one, so a hundred votes are not copied a hundred times.
 */
export type PersistentArray<T> = readonly (readonly (T | undefined)[])[];

/** A row is short enough to copy, and the rows are few enough to list. */
const ROW_BITS = 4;
const ROW = 1 << ROW_BITS;

/** Empty row of each length. All lists share them, so that two lists compare rows by identity. */
const EMPTY_ROWS: readonly (readonly undefined[])[] = Array.from({ length: ROW + 1 }, (_, length) =>
  new Array<undefined>(length).fill(undefined),
);

/** Returns a list whose slots are all empty. */
export function emptySlots(length: number): PersistentArray<never> {
  const rows: (readonly undefined[])[] = [];
  for (let at = 0; at < length; at += ROW) rows.push(EMPTY_ROWS[Math.min(ROW, length - at)] as readonly undefined[]);
  return rows;
}

/** Returns the value at an index; undefined for an empty slot and for an index that is out of range. */
export const slotAt = <T>(slots: PersistentArray<T>, index: number): T | undefined =>
  slots[index >> ROW_BITS]?.[index & (ROW - 1)];

/** Returns the list with `value` at an index that it has. */
export function withSlot<T>(slots: PersistentArray<T>, index: number, value: T): PersistentArray<T> {
  const at = index >> ROW_BITS;
  const row = (slots[at] as readonly (T | undefined)[]).slice();
  row[index & (ROW - 1)] = value;
  const next = slots.slice();
  next[at] = row;
  return next;
}

/** Reports whether two lists of one length have the same values at the same indexes. */
export const areEqualSlots = <T>(a: PersistentArray<T>, b: PersistentArray<T>): boolean =>
  a.every((row, i) => row === b[i] || row.every((value, j) => value === b[i]?.[j]));

/**
 * Calls `visit` for each value of a list that the other list, of the same length, does not have at the same index. Rows
 * that both share cost nothing.
 */
export function forEachOther<T>(
  slots: PersistentArray<T>,
  other: PersistentArray<T> | undefined,
  visit: (value: T, index: number) => void,
): void {
  for (let at = 0; at < slots.length; at++) {
    const row = slots[at] as readonly (T | undefined)[];
    const theirs = other?.[at];
    if (row === theirs || row === EMPTY_ROWS[row.length]) continue;
    for (let i = 0; i < row.length; i++) {
      const value = row[i];
      if (value !== undefined && value !== theirs?.[i]) visit(value, (at << ROW_BITS) + i);
    }
  }
}

/** Returns the values in order. */
export const listOfSlots = <T>(slots: PersistentArray<T>): readonly (T | undefined)[] => slots.flat();

/** Returns the list in which `change` has replaced each value. */
export const mapSlots = <T, U>(slots: PersistentArray<T>, change: (value: T) => U): PersistentArray<U> =>
  slots.map((row) => row.map((value) => (value === undefined ? undefined : change(value))));
