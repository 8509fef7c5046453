/** Draws a pattern of squares by which a reader recognizes an address. */
import type { JSX } from 'preact';

const ROWS = 5;
const HALF = 3;

/** Returns whether a square is filled; the two halves mirror each other. */
const isFilled = (address: string, row: number, column: number): boolean =>
  Number.parseInt(address[2 + HALF * row + column] ?? '0', 16) % 2 === 1;

export const Avatar = ({ address }: { readonly address: string }): JSX.Element => (
  <svg class="avatar" viewBox="-1 -1 7 7" aria-hidden="true">
    <path
      d={Array.from({ length: ROWS * HALF }, (_, at) => [Math.floor(at / HALF), at % HALF] as const)
        .filter(([row, column]) => isFilled(address, row, column))
        .map(([row, column]) => `M${column} ${row}h1v1h-1zM${ROWS - 1 - column} ${row}h1v1h-1z`)
        .join('')}
    />
  </svg>
);
