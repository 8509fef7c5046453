/** Draws messages on their way as labelled tokens with a tail, and lost ones as a burst where they ended. */
import type { RoundMessage } from '../../../backend/rounds.js';
import type { BlockAxis } from '../../model/axis.js';
import type { Flight } from '../../model/flights.js';
import type { History } from '../../model/history.js';
import { type Drawing, drawCross, font, letterOf, line, text, token } from './draw_ring.js';
import { type Curve, curveOf, type Layout, type Point, polar } from './layout.js';

/** Most messages that are drawn; of more, every second, third, … is. */
const MAX_TOKENS = 400;
/** Delay from which a message is called late, in microseconds. */
const LATE_US = 100_000;
/** Seconds of play that a message takes to where it is lost, and that its burst takes. */
const WAY_S = 0.4;
const BURST_S = 0.6;
/** Most events that are searched for lost messages. */
const MAX_LOST = 400;
const TAIL_PX = 90;

export function drawMessages(drawing: Drawing, history: History, axis: BlockAxis, index: number): void {
  const { layout, state, selected, at } = drawing;
  const ways = new Map<number, Way>();
  const way = (from: number, to: number): Way => {
    const key = from * 1024 + to;
    const known = ways.get(key) ?? { curve: curveOf(layout, from, to), since: -1, tail: 0 };
    ways.set(key, known);
    return known;
  };
  const every = layout.isMany ? 1 : Math.ceil(state.flights.size / MAX_TOKENS);
  let number = 0;
  for (const flights of state.flights.values())
    for (const flight of flights) {
      if (layout.isMany ? flight.to !== selected : number++ % every !== 0) continue;
      const part = Math.max(0, Math.min(1, (at - flight.at) / Math.max(1, flight.until - flight.at)));
      const message = history.messageOf(flight.message);
      const taken = way(flight.from, flight.to);
      drawFlight(drawing, flight, message, taken.curve, part - lagOf(layout, taken, flight, message, part));
    }
  if (layout.isMany) return;
  const place = axis.placeOf(at);
  for (let past = index - 1; past >= Math.max(axis.first, index - MAX_LOST); past--) {
    const event = history.event(past);
    if (event === undefined) break;
    const since = place - axis.placeOf(event[1]);
    if (since > WAY_S + BURST_S) break;
    if (event[0] !== 'dropped') continue;
    const [, , from, to, message] = event;
    const isAtOnce = event[5] !== 'down';
    const end = isAtOnce ? 0.5 : 1;
    const length = isAtOnce ? WAY_S : 0;
    const { curve } = way(from, to);
    if (since < length) drawFlight(drawing, { from, to }, history.messageOf(message), curve, (since / WAY_S) * end);
    else if (since < length + BURST_S) drawBurst(drawing, curve.at(end), (since - length) / BURST_S);
  }
}

/** Way between two validators, with the messages that are on it already. */
interface Way {
  readonly curve: Curve;
  /** Time at which the last of them was sent, in microseconds. */
  since: number;
  /** Pixels from the first of them that was sent then to the end of the last. */
  tail: number;
}

/** Returns by which part of its way a message follows those that were sent at the same time, so that none hides another. */
function lagOf(layout: Layout, way: Way, flight: Flight, message: RoundMessage | undefined, part: number): number {
  const half = 1.2 * sizeOf(layout, message?.kind);
  if (layout.isMany) return 0;
  const lag = way.since === flight.at ? way.tail + half : 0;
  way.since = flight.at;
  way.tail = lag + half;
  // All of them leave and arrive together.
  return Math.min(part, (lag * 4 * part * (1 - part)) / Math.max(1, way.curve.length));
}

const isMainKind = (kind: string | undefined): boolean =>
  kind === 'proposal' || kind === 'prevote' || kind === 'precommit';

/** Returns half the height of a message's token, in pixels. */
const sizeOf = ({ isMany, isSmall }: Layout, kind: string | undefined): number =>
  isMany || !isMainKind(kind) ? 4 : isSmall ? 9.5 : 13;

/** Draws one message: a thin path to its receiver, a tail back to its sender, and its token. */
function drawFlight(
  drawing: Drawing,
  { at: since = 0, until = 0 }: Partial<Flight> & Pick<Flight, 'from' | 'to'>,
  message: RoundMessage | undefined,
  curve: Curve,
  part: number,
): void {
  const { context, colours, layout, letters } = drawing;
  const kind = message?.kind ?? 'majority';
  const isMain = isMainKind(kind);
  const colour = colours.kinds[kind] ?? colours.ink2;
  const at = curve.at(part);
  const isNil = message?.block === null;
  const size = sizeOf(layout, kind);
  if (isMain) {
    drawPath(drawing, curve, colour);
    if (until - since < LATE_US) drawTail(drawing, curve, part, size, colour);
  }
  token(drawing, isMain ? kind : 'part', at, size, isNil, colour);
  if (layout.isMany || !isMain) return;
  if (message?.block !== undefined)
    text(
      context,
      letterOf(letters, message.block),
      at.x,
      at.y + 1,
      font(isNil ? size * 0.86 : size * 1.14, 700),
      isNil ? colour : colours.on,
    );
  if (until - since >= LATE_US) text(context, 'late', at.x, at.y + size * 2.2, font(12, 700), colours.bad);
}

function drawPath({ context, layout }: Drawing, curve: Curve, colour: string): void {
  context.globalAlpha = layout.isMany ? 0.3 : 0.4;
  context.beginPath();
  for (let part = 0; part <= 12; part++) {
    const { x, y } = curve.at(part / 12);
    context.lineTo(x, y);
  }
  context.strokeStyle = colour;
  context.lineWidth = layout.isMany ? 1 : 1.5;
  context.stroke();
  if (!layout.isMany) drawHead(context, curve.at(0.96), curve.at(1), colour);
  context.globalAlpha = 1;
}

function drawHead(context: CanvasRenderingContext2D, from: Point, to: Point, colour: string): void {
  const way = Math.atan2(to.y - from.y, to.x - from.x);
  context.beginPath();
  context.moveTo(to.x, to.y);
  for (const side of [-0.42, 0.42]) context.lineTo(to.x - 9 * Math.cos(way + side), to.y - 9 * Math.sin(way + side));
  context.fillStyle = colour;
  context.fill();
}

/** Draws the tail, which narrows towards the sender. */
function drawTail({ context, layout }: Drawing, curve: Curve, part: number, size: number, colour: string): void {
  if (layout.isMany) return;
  const length = TAIL_PX / Math.max(1, curve.length);
  const sides: [Point[], Point[]] = [[], []];
  for (let step = 0; step <= 6; step++) {
    const place = Math.max(0, part - (length * step) / 6);
    const [at, ahead] = [curve.at(place), curve.at(Math.min(1, place + 0.01))];
    const way = Math.hypot(ahead.x - at.x, ahead.y - at.y) || 1;
    const half = size * 0.8 * (1 - step / 6);
    const [nx, ny] = [(-(ahead.y - at.y) / way) * half, ((ahead.x - at.x) / way) * half];
    sides[0].push({ x: at.x + nx, y: at.y + ny });
    sides[1].unshift({ x: at.x - nx, y: at.y - ny });
  }
  context.beginPath();
  for (const { x, y } of sides.flat()) context.lineTo(x, y);
  context.globalAlpha = 0.3;
  context.fillStyle = colour;
  context.fill();
  context.globalAlpha = 1;
}

function drawBurst({ context, colours, layout }: Drawing, at: Point, part: number): void {
  const size = layout.isSmall ? 9 : 13;
  context.globalAlpha = 1 - part * part;
  for (let ray = 0; ray < 8; ray++) {
    const degrees = ray * 45 + 22;
    line(
      context,
      polar(at, size * (0.9 + part * 1.5), degrees),
      polar(at, size * (1.2 + part * 2.3), degrees),
      colours.bad,
      2.5,
    );
  }
  drawCross(context, at, size * 0.55, colours.bad);
  context.globalAlpha = 1;
}
