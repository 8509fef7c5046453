/** Draws what `scale.ts` measured, as an SVG: a column for each growth, a row for each quantity. */

export interface Sample {
  /** Units that the chain has grown by. */
  readonly at: number;
  /** Resident memory. */
  readonly mib: number;
  /** Mean time of a block, or of a snapshot with a block and the revert. */
  readonly blockMs: number;
  /** Median time of a balance at the head. */
  readonly newMs: number;
  /** Median time of a block of the past with a balance at it. */
  readonly oldMs: number;
}

export interface Growth {
  readonly name: string;
  readonly samples: readonly Sample[];
}

const WIDTH = 260;
const HEIGHT = 130;
const MARGIN = { left: 60, top: 40, right: 20, bottom: 40 } as const;

const ROWS: readonly (readonly [label: string, of: (sample: Sample) => number])[] = [
  ['resident MiB', ({ mib }) => mib],
  ['ms a block or pair', ({ blockMs }) => blockMs],
  ['ms a read at the head', ({ newMs }) => newMs],
  ['ms a read of the past', ({ oldMs }) => oldMs],
];

/** Returns the picture. Each scale begins at zero, and a row has one scale for each growth. */
export function drawScale(growths: readonly Growth[]): string {
  const cell = { width: WIDTH + MARGIN.left + MARGIN.right, height: HEIGHT + MARGIN.top + MARGIN.bottom };
  const plots = ROWS.flatMap(([label, of], row) =>
    growths.map(
      (growth, column) =>
        `<g transform="translate(${column * cell.width + MARGIN.left} ${row * cell.height + MARGIN.top})">${plot(growth, label, of)}</g>`,
    ),
  );
  const [width, height] = [cell.width * growths.length, cell.height * ROWS.length];
  const style = 'font: 12px sans-serif; background: white';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" style="${style}">\n<title>How Halley grows with blocks, accounts and snapshots</title>\n${plots.join('\n')}\n</svg>\n`;
}

function plot({ name, samples }: Growth, label: string, of: (sample: Sample) => number): string {
  const most = Math.max(...samples.map(of)) * 1.1;
  const last = samples.at(-1)?.at ?? 1;
  const points = samples.map((sample) => `${x(sample.at, last)},${((1 - of(sample) / most) * HEIGHT).toFixed(1)}`);
  return [
    `<path d="M0 0V${HEIGHT}H${WIDTH}" fill="none" stroke="#888"/>`,
    `<polyline points="${points.join(' ')}" fill="none" stroke="#0a5fb4" stroke-width="2"/>`,
    `<text x="0" y="-8">${label}</text>`,
    `<text x="-6" y="10" text-anchor="end">${most.toPrecision(3)}</text>`,
    `<text x="-6" y="${HEIGHT}" text-anchor="end">0</text>`,
    `<text x="${WIDTH}" y="${HEIGHT + 18}" text-anchor="end">${last.toLocaleString('en')} ${name}</text>`,
  ].join('');
}

const x = (at: number, last: number): string => ((at / last) * WIDTH).toFixed(1);
