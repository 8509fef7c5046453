/** Draws icons as lines in the colour of the text. */
import type { JSX } from 'preact';

const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0`;
const box = (x: number, y: number, side: number): string => `M${x} ${y}h${side}v${side}h-${side}z`;

/** Path of each icon, in a square of 24. */
const PATHS = {
  stage:
    [
      [12, 5],
      [19, 17],
      [5, 17],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 2.4))
      .join('') + circle(12, 13, 8),
  messages: 'M3 5h18M3 19h18M7 6l4 12m-3-2l3 2 1-4M16 6l3 12',
  validators: [7, 17].flatMap((x) => [7, 17].map((y) => circle(x, y, 3.2))).join(''),
  ethereum: 'M12 3l6 9-6 4-6-4zM6 15l6 6 6-6',
  blocks: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.500l8 4.5 8-4.500M12 12v9',
  transactions: 'M4 8h16l-4-4M20 16H4l4 4',
  accounts: `${circle(12, 8, 3.5)}M5 20c0-8 14-8 14 0`,
  contracts: 'M9 4c-4 0-1 7-5 8 4 1 1 8 5 8M15 4c4 0 1 7 5 8-4 1-1 8-5 8',
  events: 'M4 6h16M4 12h10M4 18h13',
  debug: `${circle(12, 13, 5)}M12 8v10M7 13H3M17 13h4M8 9.500L5 6.500M16 9.500l3-3M8 17l-3 3M16 17l3 3`,
  console: 'M4 6l6 6-6 6M13 18h7',
  mempool: 'M4 10v9h16v-9M12 3v10m-4-4l4 4 4-4',
  cosmos: `${circle(12, 12, 2)}M3 12c0-5 18-5 18 0s-18 5-18 0M12 3c5 0 5 18 0 18s-5-18 0-18`,
  modules: `${box(4, 4, 7)}${box(13, 13, 7)}M11 7.500h5.500V13`,
  chains: `${circle(8, 12, 4.5)}${circle(16, 12, 4.5)}`,
  control: `M4 7h8M17 7h3M4 17h3M12 17h8${circle(14.5, 7, 2.3)}${circle(9.5, 17, 2.3)}`,
  faults: 'M13 3L5 13.500h6L10 21l9-11h-6z',
  tour: 'M6 21V4h12l-2.5 4L18 12H6',
  scenarios: [4, 14].flatMap((x) => [4, 14].map((y) => box(x, y, 6.5))).join(''),
  find: `${circle(10.5, 10.5, 6)}M15 15l5 5`,
  lecture: 'M3 4.500h18M5 4.500V15h14V4.500M12 15v3M8 21l4-3 4 3',
  theme: `${circle(12, 12, 8.5)}M12 4v16M15 5v14M18 7.500v9`,
  copy: `${box(9, 9, 11)}M15 9V4H4v11h5`,
  key: `${circle(7.5, 15.5, 4)}M10.5 12.500L20 3M16 7l3 3`,
  wallet: 'M4 6h14v3h2v10H4zM4 6l11-3v3M16 13.500v1',
  play: 'M7 4l12 8-12 8z',
  check: 'M4 12.500l5.5 6L20 5.5',
  cross: 'M5.5 5.500l13 13M18.5 5.500l-13 13',
  clock: `${circle(12, 12, 8.5)}M12 7v5l3.5 2`,
} as const;

export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { readonly name: IconName }): JSX.Element => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
