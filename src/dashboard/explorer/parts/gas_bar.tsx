/** Draws the part of a gas limit that was used. The text beside it has the numbers. */
import type { JSX } from 'preact';

interface Props {
  readonly used: string;
  readonly limit: string;
}

const WIDTH = 100;

export const GasBar = ({ used, limit }: Props): JSX.Element => (
  <svg class="gas-bar" viewBox={`0 0 ${WIDTH} 4`} preserveAspectRatio="none" aria-hidden="true">
    <rect class="used" width={Math.min(WIDTH, (Number(used) / Math.max(1, Number(limit))) * WIDTH)} height="4" />
  </svg>
);
