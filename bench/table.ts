/** Prints figures side by side, as a Markdown table. */
import { type Figure, isRate } from './figures.js';

export type Row = readonly [name: string, figure: Figure];

export interface Column {
  readonly name: string;
  readonly rows: readonly Row[];
}

export const rounded = (value: number): string => value.toFixed(value < 10 ? 2 : 0);

export const cell = ({ best, median, unit }: Figure): string => `${rounded(best)} / ${rounded(median)} ${unit}`;

const find = ({ rows }: Column, name: string): Figure | undefined => rows.find(([other]) => other === name)?.[1];

/** Returns how many times better the first figure is than the second, by their best and by their medians. */
function advantage(ours: Figure | undefined, theirs: Figure | undefined): string {
  if (ours === undefined || theirs === undefined) return '';
  const times = (mine: number, other: number): string => (isRate(ours.unit) ? mine / other : other / mine).toFixed(2);
  return `${times(ours.best, theirs.best)} / ${times(ours.median, theirs.median)}`;
}

const line = (cells: readonly string[]): void => console.log(`| ${cells.join(' | ')} |`);

/**
 * Prints a row for each one of the first column. With `ratio` it adds how far the first column is ahead of the second.
 */
export function printTable(columns: readonly Column[], ratio = false): void {
  const [first, second] = columns;
  const compared = ratio && first !== undefined && second !== undefined;
  line(['best / median', ...columns.map(({ name }) => name), ...(compared ? [`${first.name} ahead, times`] : [])]);
  console.log(`|${'---|'.repeat(columns.length + (compared ? 2 : 1))}`);
  for (const [name] of first?.rows ?? []) {
    const figures = columns.map((column) => find(column, name));
    line([
      name,
      ...figures.map((figure) => (figure ? cell(figure) : '')),
      ...(compared ? [advantage(figures[0], figures[1])] : []),
    ]);
  }
}
