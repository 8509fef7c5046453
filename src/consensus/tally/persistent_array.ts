/**
 * A list of fixed length whose places are filled one at a time while the lists before stay what they were: rows, of
 * which a change copies one, so that a hundred votes are not copied a hundred times over.
 */
export type PersistentArray<T> = readonly (readonly (T | undefined)[])[];

/** A row is short enough to be copied, and rows few enough for their list. */
const ROW_BITS = 4;
const ROW = 1 << ROW_BITS;

/** All places empty. */
export function emptySlots(length: number): PersistentArray<never> {
  const rows: undefined[][] = [];
  for (let at = 0; at < length; at += ROW) rows.push(new Array<undefined>(Math.min(ROW, length - at)).fill(undefined));
  return rows;
}

/** Undefined also where there is no such place. */
export const slotAt = <T>(slots: PersistentArray<T>, index: number): T | undefined =>
  slots[index >> ROW_BITS]?.[index & (ROW - 1)];

/** The list with `value` at a place that it has. */
export function withSlot<T>(slots: PersistentArray<T>, index: number, value: T): PersistentArray<T> {
  const at = index >> ROW_BITS;
  const row = (slots[at] as readonly (T | undefined)[]).slice();
  row[index & (ROW - 1)] = value;
  const next = slots.slice();
  next[at] = row;
  return next;
}

/** Whether the same values are in the same places. Lists of one length. */
export const areEqualSlots = <T>(a: PersistentArray<T>, b: PersistentArray<T>): boolean =>
  a.every((row, i) => row === b[i] || row.every((value, j) => value === b[i]?.[j]));

/** In order. */
export const listOfSlots = <T>(slots: PersistentArray<T>): readonly (T | undefined)[] => slots.flat();

/** The list with what `change` makes of each value. */
export const mapSlots = <T, U>(slots: PersistentArray<T>, change: (value: T) => U): PersistentArray<U> =>
  slots.map((row) => row.map((value) => (value === undefined ? undefined : change(value))));
