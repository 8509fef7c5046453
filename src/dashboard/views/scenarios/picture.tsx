/** Draws what a scenario does to its validators. */
import type { JSX } from 'preact';
import type { ScenarioSketch } from '../../../rpc/dashboard/wire.js';

const [WIDTH, HEIGHT, RADIUS] = [112, 84, 10] as const;
/** Validators that have a circle of their own; further ones are left out. */
const MOST = 8;

function placeOf(index: number, count: number): readonly [number, number] {
  const angle = (2 * Math.PI * (index + 0.5)) / count - Math.PI;
  return [WIDTH / 2 + 38 * Math.cos(angle), HEIGHT / 2 + 28 * Math.sin(angle)];
}

export function Picture({ of }: { readonly of: ScenarioSketch }): JSX.Element {
  const count = Math.min(of.validators, MOST);
  const indexes = Array.from({ length: count }, (_, index) => index);
  const pairs = indexes.flatMap((a) => indexes.slice(a + 1).map((b) => [a, b] as const));
  return (
    <svg class="picture" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {pairs.map(([a, b]) => (
        <path key={`${a} ${b}`} class={linkOf(of, a, b)} d={`M${placeOf(a, count)}L${placeOf(b, count)}`} />
      ))}
      {indexes.map((index) => (
        <Validator key={index} mark={of.marks[index]} at={placeOf(index, count)} />
      ))}
    </svg>
  );
}

function linkOf({ groups, cuts, marks }: ScenarioSketch, a: number, b: number): string {
  const isCut = cuts.some((ends) => ends.includes(a) && ends.includes(b));
  const isApart = groups !== undefined && !groups.some((group) => group.includes(a) && group.includes(b));
  if (isCut || isApart) return 'apart';
  return marks[a] === 'down' || marks[b] === 'down' ? 'none' : 'link';
}

/** Signs of the marks, as paths around the centre of a validator. */
const SIGNS = {
  down: 'M-4-4L4 4M4-4L-4 4',
  proposal: 'M0-5.500L5.500 0L0 5.500L-5.500 0Z',
  vote: 'M-3.500 0a3.500 3.500 0 1 0 7 0a3.500 3.500 0 1 0-7 0',
  liar: 'M-5 3L-5-3L5 3L5-3',
  clock: 'M0-5V0L4 3',
  power: 'M0 5V-5M-4-1L0-5L4-1',
} as const;

const Validator = ({
  mark,
  at: [x, y],
}: {
  readonly mark: keyof typeof SIGNS | undefined;
  readonly at: readonly [number, number];
}): JSX.Element => (
  <g class={mark ?? 'plain'} transform={`translate(${x} ${y})`}>
    <circle r={RADIUS} />
    {mark !== undefined && <path d={SIGNS[mark]} />}
  </g>
);
