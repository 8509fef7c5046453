/** Places the validators on the stage, and the messages between them. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly centre: Point;
  readonly places: readonly Point[];
  /** Whether the validators are dots around a lens, which has the whole anatomy of one. */
  readonly isMany: boolean;
  /** Whether names are above and below the validators, because there is no room beside them. */
  readonly isSmall: boolean;
  /** Radius of a validator's disc, of its whole anatomy, and of the orbit of dots. */
  readonly disc: number;
  readonly whole: number;
  readonly orbit: number;
  /** Width of an arc of votes. */
  readonly bar: number;
}

const SMALL_PX = 560;
const MOST = 7;
const MOST_SMALL = 4;
const LENS_PX = 40;

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** Returns a point on a circle; 0 degrees is up. */
export const polar = (centre: Point, radius: number, degrees: number): Point => {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) };
};

/** Returns the layout of a box. Validators of a group are neighbours: `order` lists all of them, group by group. */
export function layOut(order: readonly number[], width: number, height: number): Layout {
  const count = order.length;
  const isSmall = width < SMALL_PX;
  const isMany = count > (isSmall ? MOST_SMALL : MOST);
  // On a phone the name of the validator in the lens is below the dots.
  const tall = height - (isMany && isSmall ? LENS_PX : 0);
  const least = Math.min(width, tall);
  const wanted = isSmall ? 26 : count > 4 ? Math.min(34, height * 0.075) : Math.min(height * 0.115, width * 0.066);
  const disc = isMany ? least * 0.17 : clamp(wanted, 18, 76);
  const bar = clamp(Math.round(disc * 0.17), 4, 10);
  const whole = disc + 2 * bar + 8;
  const base = { width, height, isMany, isSmall, disc, whole, bar };
  const label = isSmall ? 36 : 20;
  const centre = { x: width / 2, y: tall / 2 };
  const orbit = least / 2 - 14;
  const places: Point[] = [];
  const across = isSmall ? width / 2 - whole - 12 : Math.max(whole, width / 2 - whole - 150);
  const down = height / 2 - whole - label;
  for (const [slot, index] of order.entries()) {
    if (isMany) places[index] = polar(centre, orbit, (slot / count) * 360);
    else if (count === 4) {
      const x = Math.min(across, down * 2.6) * (slot === 0 || slot === 3 ? -1 : 1);
      places[index] = { x: centre.x + x, y: centre.y + down * (slot < 2 ? -1 : 1) };
    } else {
      const at = polar({ x: 0, y: 0 }, 1, (slot / count) * 360 - (count % 2 === 0 ? 180 / count : 0));
      places[index] = { x: centre.x + at.x * Math.min(across, down * 2.8), y: centre.y + at.y * down };
    }
  }
  return { ...base, centre, orbit, places };
}

/** Path of a message, from the edge of its sender to that of its receiver. */
export interface Curve {
  /** Returns the point of a part of the way, 0 to 1. */
  at(part: number): Point;
  readonly length: number;
}

/** Returns the path between two validators. There and back are two paths, and none leads through the centre. */
export function curveOf({ places, centre, whole, isMany, isSmall }: Layout, from: number, to: number): Curve {
  const a = places[from] ?? centre;
  const b = isMany ? centre : (places[to] ?? centre);
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const distance = Math.hypot(dx, dy) || 1;
  if (isMany) {
    const reach = Math.max(0, distance - whole) / distance;
    return { length: distance * reach, at: (part) => ({ x: a.x + dx * reach * part, y: a.y + dy * reach * part }) };
  }
  const normal = { x: -dy / distance, y: dx / distance };
  const off = Math.abs((centre.x - a.x) * normal.x + (centre.y - a.y) * normal.y);
  const bend = off < 40 ? (isSmall ? 52 : 76) : clamp(distance * 0.08, isSmall ? 9 : 16, 36);
  const [cx, cy] = [(a.x + b.x) / 2 + normal.x * bend * 2, (a.y + b.y) / 2 + normal.y * bend * 2];
  const edge = Math.min(0.45, (whole + 3) / (distance * 1.06));
  return {
    length: distance * 1.06 * (1 - 2 * edge),
    at: (part) => {
      const u = edge + part * (1 - 2 * edge);
      const v = 1 - u;
      return { x: v * v * a.x + 2 * v * u * cx + u * u * b.x, y: v * v * a.y + 2 * v * u * cy + u * u * b.y };
    },
  };
}

/** Returns the validator whose dot or disc is nearest to a point, if it is in reach. */
export function nearest({ places, whole, isMany }: Layout, point: Point): number | undefined {
  const reach = isMany ? 40 : whole + 4;
  let best: number | undefined;
  let least = reach;
  for (const [index, place] of places.entries()) {
    const distance = Math.hypot(place.x - point.x, place.y - point.y);
    if (distance >= least) continue;
    least = distance;
    best = index;
  }
  return best;
}
