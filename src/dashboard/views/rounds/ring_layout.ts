/** Places the validators on a ring. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Leaves room for names around the ring, in parts of the box. */
const RADIUS = 0.36;

/** Returns the place of a validator in a box; the first one is at the top. */
export function placeOf(index: number, count: number, width: number, height: number): Point {
  const angle = (index / Math.max(count, 1)) * 2 * Math.PI - Math.PI / 2;
  const radius = RADIUS * Math.min(width, height);
  return { x: width / 2 + radius * Math.cos(angle), y: height / 2 + radius * Math.sin(angle) };
}

/** Returns the radius of a validator's mark. */
export const markRadius = (count: number, size: number): number =>
  Math.max(3, Math.min(22, (RADIUS * size * Math.PI) / Math.max(count, 1) / 1.6));
