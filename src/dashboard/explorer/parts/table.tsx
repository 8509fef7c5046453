/**
 * Rows under named columns. In a narrow window each row is a card, whose cells have the names of their columns: no cell
 * may be lost there, which the tests prove of all with `data-essential`.
 */
import type { ComponentChildren, JSX } from 'preact';
import { ScrollBox } from '../../shell/scroll_box.js';

interface Column {
  readonly name: string;
  readonly isNumber?: boolean;
}

/** Returns a column of numbers. */
export const number = (name: string): Column => ({ name, isNumber: true });

export interface Row {
  readonly key: string | number;
  readonly cells: readonly ComponentChildren[];
}

interface Props {
  /** Name of the rows. */
  readonly of: string;
  /** Columns; a text is the name of one. */
  readonly columns: readonly (Column | string)[];
  readonly rows: readonly Row[];
}

export function Table({ of, columns, rows }: Props): JSX.Element {
  const heads = columns.map((column): Column => (typeof column === 'string' ? { name: column } : column));
  const classOf = (at: number): string => (heads[at]?.isNumber ? 'number' : '');
  return (
    <ScrollBox of={of}>
      <table class="rows">
        <thead>
          <tr>
            {heads.map(({ name }, at) => (
              <th key={name} class={classOf(at)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, at) => (
                <td key={at} class={classOf(at)} data-name={heads[at]?.name} data-essential>
                  <div>{cell}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
