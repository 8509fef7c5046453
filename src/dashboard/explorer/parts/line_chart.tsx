/** Draws values over heights as small lines. The text alternative has the newest values. */
import type { JSX } from 'preact';

export interface Line {
  readonly name: string;
  /** Values from left to right; undefined leaves a gap. */
  readonly values: readonly (number | undefined)[];
}

interface Props {
  readonly lines: readonly Line[];
  /** Text alternative. */
  readonly label: string;
  readonly height?: number;
}

const WIDTH = 400;
const EDGE = 3;

/** Returns the points of a line, each as `x,y`. All lines of a drawing share a scale that begins at zero. */
export function pointsOf(values: readonly (number | undefined)[], most: number, height: number): string {
  const step = values.length < 2 ? 0 : (WIDTH - 2 * EDGE) / (values.length - 1);
  return values
    .flatMap((value, i) => {
      if (value === undefined) return [];
      const y = height - EDGE - (most === 0 ? 0 : (value / most) * (height - 2 * EDGE));
      return [`${(EDGE + i * step).toFixed(1)},${y.toFixed(1)}`];
    })
    .join(' ');
}

export function LineChart({ lines, label, height = 60 }: Props): JSX.Element {
  const most = Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
      {lines.map(({ name, values }) => (
        <polyline key={name} class="line" points={pointsOf(values, most, height)} />
      ))}
    </svg>
  );
}
