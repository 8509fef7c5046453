/** Places the validators on a ring. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Writes names beside at most so many validators. */
export const MAX_NAMES = 30;

/** Is the radius of the ring in parts of the box. Names need room around it. */
const radiusOf = (count: number): number => (count > MAX_NAMES ? 0.46 : 0.36);

/** Returns the place of a validator in a box; the first one is at the top. */
export function placeOf(index: number, count: number, width: number, height: number): Point {
  const angle = (index / Math.max(count, 1)) * 2 * Math.PI - Math.PI / 2;
  const radius = radiusOf(count) * Math.min(width, height);
  return { x: width / 2 + radius * Math.cos(angle), y: height / 2 + radius * Math.sin(angle) };
}

/** Returns the radius of a validator's mark. */
export const markRadius = (count: number, size: number): number =>
  Math.max(3, Math.min(22, (radiusOf(count) * size * Math.PI) / Math.max(count, 1) / 1.6));
