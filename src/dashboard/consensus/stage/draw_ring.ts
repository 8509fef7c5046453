/** Draws the stage: what each validator knows, the groups of a partition, and the block in the middle. */
import type { BlockLetters } from '../../model/block_letters.js';
import { type Face, faceOf, type Progress } from '../../model/face.js';
import type { Group } from '../../model/groups.js';
import { percentText } from '../../model/narrate.js';
import { type NetworkState, nameOf } from '../../model/network_state.js';
import { stepName } from '../../model/node_state.js';
import type { Choice, VoteSet } from '../../model/vote_set.js';
import type { Palette } from '../canvas.js';
import { type Layout, type Point, polar } from './layout.js';

export interface Drawing {
  readonly context: CanvasRenderingContext2D;
  readonly colours: Palette;
  readonly layout: Layout;
  readonly state: NetworkState;
  readonly groups: readonly Group[];
  readonly letters: BlockLetters;
  readonly at: number;
  /** Height of the block that is shown. */
  readonly height: number;
  readonly selected: number;
  /** Whether the selected validator has a mark. */
  readonly isMarked: boolean;
  /** Place of the validator that is dragged. */
  readonly dragged: { readonly index: number; readonly place: Point } | undefined;
}

/** Arcs of votes go from here clockwise, in degrees; 0 is up. */
const FROM = -150;
const SWEEP = 300;
const FULL = 2 * Math.PI;

const angle = (degrees: number): number => ((degrees - 90) * Math.PI) / 180;

export const font = (px: number, weight = 400): string => `${weight} ${Math.round(px)}px system-ui, sans-serif`;

/** Returns what a vote or a proposal is labelled with. */
export const letterOf = (letters: BlockLetters, choice: Choice): string =>
  choice === null ? 'nil' : letters.letterOf(choice);

export function drawValidators(drawing: Drawing): void {
  const { layout, state } = drawing;
  for (const [index, place] of layout.places.entries()) {
    const face = faceOf(state, index, drawing.height, drawing.at);
    if (face === undefined) continue;
    if (layout.isMany) drawDot(drawing, face, index, place);
    else {
      const { dragged } = drawing;
      const at = dragged?.index === index ? dragged.place : place;
      drawFace(drawing, face, index, at);
      drawLabel(drawing, face, index, at);
    }
  }
  if (!layout.isMany) return;
  const face = faceOf(state, drawing.selected, drawing.height, drawing.at);
  if (face !== undefined) drawFace(drawing, face, drawing.selected, layout.centre);
}

/** Colour of how far a validator has come. */
const tone = ({ colours }: Drawing, progress: Progress): string =>
  ({
    ...{ unknown: colours.ink2, idle: colours.ink2, down: colours.bad, proposal: colours.proposal },
    ...{ prevote: colours.prevote, precommit: colours.precommit, decided: colours.precommit },
  })[progress];

const tint = ({ colours }: Drawing, progress: Progress): string =>
  ({
    ...{ unknown: colours.surface, idle: colours.surface, down: colours['wait-t'], proposal: colours.surface },
    ...{ prevote: colours['prevote-t'], precommit: colours['precommit-t'], decided: colours.precommit },
  })[progress];

function drawFace(drawing: Drawing, face: Face, index: number, at: Point): void {
  const { context, colours, layout, letters, state } = drawing;
  const { disc, bar, whole, isMany } = layout;
  const { progress, choice } = face;
  const isFork = progress === 'decided' && state.conflicts.length > 0;
  const colour = isFork || face.isByzantine ? colours.bad : tone(drawing, progress);
  const isUp = progress !== 'down' && progress !== 'unknown';
  if (isUp) {
    drawGauge(drawing, face.votes.prevotes, at, disc + 4 + bar / 2, colours.prevote);
    drawGauge(drawing, face.votes.precommits, at, disc + 7 + bar * 1.5, colours.precommit);
    drawMark(context, colours.ink, at, disc + 2, whole + 3, FROM + (SWEEP * 2) / 3);
  }
  circle(context, at, disc);
  const isSecond = isFork && typeof choice === 'string' && letters.indexOf(choice) > 0;
  context.fillStyle = isSecond ? colours.surface : isFork ? colours.bad : tint(drawing, progress);
  context.fill();
  drawSlice(drawing, face, at);
  circle(context, at, disc);
  context.strokeStyle = colour;
  context.lineWidth = progress === 'idle' || progress === 'unknown' ? 2.5 : 3.5;
  context.setLineDash(progress === 'down' ? [6, 6] : choice === null ? [7, 4] : progress === 'unknown' ? [2, 5] : []);
  context.stroke();
  context.setLineDash([]);
  if (progress === 'down') drawPower(context, at, disc * 0.4, colours.bad);
  else if (choice !== undefined) {
    const isFilled = progress === 'decided' && !isSecond;
    text(
      context,
      letterOf(letters, choice),
      at.x,
      at.y + 1,
      font(disc * (choice === null ? 0.62 : 0.95), choice === null ? 400 : 700),
      isFilled ? colours.on : colour,
    );
  } else if (progress === 'unknown') text(context, '?', at.x, at.y + 1, font(disc * 0.9), colours.ink2);
  if (isUp) drawPill(drawing, face, at);
  if (face.isProposer && !isMany) {
    const side = at.x < layout.centre.x ? -1 : 1;
    // Names are above and below in a small drawing.
    const beside = layout.isSmall ? { x: at.x + side * (whole + 2), y: at.y } : { x: at.x, y: at.y - whole - 7 };
    diamond(context, beside, layout.isSmall ? 7 : 9, colours.proposal);
  }
  const corner = { x: at.x + disc * 0.95, y: at.y - disc * 0.95 };
  if (face.isByzantine) drawMask(drawing, corner);
  else if (face.isSilent) drawSilence(drawing, corner, 9);
  if (drawing.isMarked && index === drawing.selected && !isMany) {
    circle(context, at, whole + 6);
    context.strokeStyle = colours.ink;
    context.lineWidth = 2;
    context.setLineDash([4, 5]);
    context.stroke();
    context.setLineDash([]);
  }
}

/** Draws votes as parts of an arc, as long as their power: those for the first block from the left, nil from the right. */
function drawGauge(drawing: Drawing, set: VoteSet, at: Point, radius: number, colour: string): void {
  const { context, colours, layout, state } = drawing;
  const { powers, total } = state.powers;
  const gap = layout.isMany ? 0 : 5;
  const degrees = (power: bigint): number =>
    total === 0n ? 0 : (Number((power * 100_000n) / total) / 100_000) * SWEEP;
  const part = (from: number, to: number, style: string, width: number): void => {
    if (to - gap <= from) return;
    context.beginPath();
    context.arc(at.x, at.y, radius, angle(from + gap / 2), angle(to - gap / 2));
    context.strokeStyle = style;
    context.lineWidth = width;
    context.stroke();
  };
  const parts = layout.isMany ? [total] : powers.filter((power) => power > 0n);
  let from = FROM;
  for (const power of parts) {
    part(from, from + degrees(power), colours.track, layout.bar);
    from += degrees(power);
  }
  const blocks = set.tallies.flatMap(({ choice }) => (choice === null ? [] : [choice])).sort();
  let left = FROM;
  for (const block of [...blocks].sort((a, b) => drawing.letters.indexOf(a) - drawing.letters.indexOf(b))) {
    if (drawing.letters.indexOf(block) > 0) context.setLineDash([3, 3]);
    for (const power of powersFor(drawing, set, block)) {
      part(left, left + degrees(power), colour, layout.bar);
      left += degrees(power);
    }
    context.setLineDash([]);
  }
  let right = FROM + SWEEP;
  for (const power of powersFor(drawing, set, null)) {
    part(right - degrees(power), right, colour, layout.bar);
    part(right - degrees(power) + 1, right - 1, colours.surface, Math.max(1, layout.bar - 4));
    right -= degrees(power);
  }
  if (right < FROM + SWEEP) drawMark(context, colours.ink2, at, layout.disc + 2, layout.whole + 3, FROM + SWEEP / 3);
}

/** Returns the powers of the votes for a choice: one by one, or their sum where there are many. */
function powersFor({ layout, state }: Drawing, set: VoteSet, choice: Choice): readonly bigint[] {
  if (layout.isMany) return set.tallies.flatMap((tally) => (tally.choice === choice ? [tally.power] : []));
  const first = set.votes.flatMap((vote, index) => (vote === choice ? [index] : []));
  const second = set.besides.flatMap(([index, vote]) => (vote === choice ? [index] : []));
  return [...first, ...second].map((index) => state.powers.powers[index] ?? 0n);
}

function drawMark(
  context: CanvasRenderingContext2D,
  style: string,
  at: Point,
  from: number,
  to: number,
  degrees: number,
): void {
  const [a, b] = [polar(at, from, degrees), polar(at, to, degrees)];
  line(context, a, b, style, 3);
}

/** Draws a running timeout as a slice of the disc that grows until it ends. */
function drawSlice({ context, colours, layout, at: now }: Drawing, { wait }: Face, at: Point): void {
  if (wait?.since === undefined) return;
  const part = Math.max(0, Math.min(1, (now - wait.since) / Math.max(1, wait.until - wait.since)));
  context.beginPath();
  context.moveTo(at.x, at.y);
  context.arc(at.x, at.y, layout.disc - 3, angle(0), angle(360 * part));
  context.fillStyle = colours.track;
  context.fill();
}

/** Draws what a validator has locked, or only holds for valid, below its disc. */
function drawPill(drawing: Drawing, { progress, locked, valid, choice }: Face, at: Point): void {
  const { context, colours, layout, letters } = drawing;
  const isDecided = progress === 'decided';
  const block = isDecided ? choice : (locked ?? valid)?.block;
  if (typeof block !== 'string') return;
  const isFilled = isDecided || locked !== undefined;
  const [width, height] = [layout.disc * 0.95, Math.max(17, layout.disc * 0.48)];
  const y = at.y + layout.disc + layout.bar + 4;
  context.beginPath();
  context.roundRect(at.x - width / 2, y - height / 2, width, height, height / 2);
  context.fillStyle = isDecided ? colours.precommit : isFilled ? colours.ink : colours.surface;
  context.fill();
  context.strokeStyle = isFilled ? colours.surface : colours.ink;
  context.lineWidth = 2;
  context.stroke();
  const ink = isDecided ? colours.on : isFilled ? colours.surface : colours.ink;
  const sign = { x: at.x - width * 0.2, y };
  if (isDecided || !isFilled) drawCheck(context, sign, height * 0.22, ink);
  else drawPadlock(context, sign, height * 0.24, ink);
  text(context, letters.letterOf(block), at.x + width * 0.2, y + 1, font(height * 0.66, 700), ink);
}

function drawPadlock(context: CanvasRenderingContext2D, { x, y }: Point, size: number, colour: string): void {
  context.fillStyle = colour;
  context.fillRect(x - size, y - size * 0.2, 2 * size, size * 1.5);
  context.beginPath();
  context.arc(x, y - size * 0.2, size * 0.62, Math.PI, 0);
  context.strokeStyle = colour;
  context.lineWidth = Math.max(1.5, size * 0.4);
  context.stroke();
}

function drawCheck(context: CanvasRenderingContext2D, { x, y }: Point, size: number, colour: string): void {
  context.beginPath();
  context.moveTo(x - size, y);
  context.lineTo(x - size * 0.2, y + size * 0.8);
  context.lineTo(x + size * 1.1, y - size * 0.9);
  context.strokeStyle = colour;
  context.lineWidth = 2.2;
  context.stroke();
}

function drawPower(context: CanvasRenderingContext2D, at: Point, size: number, colour: string): void {
  context.beginPath();
  context.arc(at.x, at.y, size, angle(35), angle(325));
  context.strokeStyle = colour;
  context.lineWidth = Math.max(2.5, size * 0.22);
  context.stroke();
  line(context, { x: at.x, y: at.y - size * 1.25 }, { x: at.x, y: at.y - size * 0.2 }, colour, context.lineWidth);
}

/** Draws the sign of a validator that signed twice, or lies otherwise. */
function drawMask({ context, colours }: Drawing, at: Point): void {
  circle(context, at, 13);
  context.fillStyle = colours.bad;
  context.fill();
  context.strokeStyle = colours.surface;
  context.lineWidth = 2;
  context.stroke();
  context.fillStyle = colours.on;
  context.beginPath();
  context.ellipse(at.x, at.y, 8, 5, 0, 0, FULL);
  context.fill();
  context.fillStyle = colours.bad;
  for (const side of [-1, 1]) {
    context.beginPath();
    context.ellipse(at.x + side * 3.4, at.y - 0.5, 2.2, 1.5, 0, 0, FULL);
    context.fill();
  }
}

/** Draws the sign of a validator whose proposals nobody gets: a proposal, crossed out. */
function drawSilence({ context, colours }: Drawing, at: Point, size: number): void {
  circle(context, at, size * 1.4);
  context.fillStyle = colours.surface;
  context.fill();
  diamond(context, at, size, colours.proposal);
  line(context, { x: at.x - size, y: at.y + size }, { x: at.x + size, y: at.y - size }, colours.bad, 3);
}

/** Words beside a validator: what it does, and how long it still waits. */
function stepText({ height, at }: Drawing, { progress, wait }: Face, step: number, nodeHeight: number): string {
  if (progress === 'down') return 'Down';
  if (progress === 'decided') return 'Decided';
  if (progress === 'unknown') return 'Unknown';
  if (nodeHeight < height) return `Block ${nodeHeight}`;
  const left = wait === undefined ? '' : ` ${((wait.until - at) / 1_000_000).toFixed(1)} s`;
  return `${stepName(step)}${left}`;
}

function drawLabel(drawing: Drawing, face: Face, index: number, at: Point): void {
  const { context, colours, layout, state, groups } = drawing;
  const node = state.nodes[index];
  if (node === undefined) return;
  const name = nameOf(state.validators, index).slice(0, layout.isSmall ? 12 : 18);
  const step = stepText(drawing, face, node.step, node.height);
  const isAlone = groups.length > 1 && groups.some(({ members }) => members.length === 1 && members[0] === index);
  const fault = face.isByzantine ? 'byzantine' : isAlone ? 'cut off' : face.isSilent ? 'silent' : '';
  const extra = fault || (face.isProposer ? 'proposer' : '');
  const colour = tone(drawing, face.progress);
  if (layout.isSmall) {
    const y = at.y < layout.centre.y ? at.y - layout.whole - 28 : at.y + layout.whole + 14;
    text(context, name, at.x, y, font(14, 700), colours.ink);
    text(context, fault || step, at.x, y + 16, font(13), fault === '' ? colour : colours.bad);
    return;
  }
  const side = at.x < layout.centre.x - 12 ? -1 : at.x > layout.centre.x + 12 ? 1 : 0;
  const align = side < 0 ? 'right' : side > 0 ? 'left' : 'center';
  const x = at.x + side * (layout.whole + 16);
  const isAbove = side === 0 && at.y < layout.centre.y;
  const y =
    side !== 0 ? at.y - (extra === '' ? 11 : 20) : isAbove ? at.y - layout.whole - 34 : at.y + layout.whole + 16;
  text(context, name, x, y, font(17, 700), colours.ink, align);
  text(context, step, x, y + 21, font(16), colour, align);
  if (extra !== '' && side !== 0)
    text(context, extra, x, y + 41, font(14, 700), fault === '' ? colours.proposal : colours.bad, align);
}

/** Draws one of many validators in the shape of its last vote. */
function drawDot(drawing: Drawing, face: Face, index: number, at: Point): void {
  const { context, layout, colours } = drawing;
  const size = Math.max(2.5, Math.min(9, (layout.orbit * Math.PI) / layout.places.length / 1.35));
  const colour = face.isByzantine ? colours.bad : tone(drawing, face.progress);
  if (face.progress === 'down') drawCross(context, at, size, colour);
  else
    token(
      drawing,
      face.progress === 'prevote'
        ? 'prevote'
        : face.progress === 'idle' || face.progress === 'unknown'
          ? 'none'
          : face.progress === 'proposal'
            ? 'proposal'
            : 'precommit',
      at,
      size,
      face.choice === null,
      colour,
    );
  if (face.isProposer) diamond(context, polar(at, 0, 0), size * 0.8, colours.proposal);
  if (face.isByzantine) {
    circle(context, at, size + 3);
    context.strokeStyle = colours.bad;
    context.stroke();
  } else if (face.isSilent) drawSilence(drawing, at, size * 0.7);
  if (index !== drawing.selected) return;
  circle(context, at, size + 6);
  context.strokeStyle = colours.ink;
  context.lineWidth = 2;
  context.setLineDash([3, 3]);
  context.stroke();
  const edge = polar(
    layout.centre,
    layout.whole + 6,
    (Math.atan2(at.y - layout.centre.y, at.x - layout.centre.x) * 180) / Math.PI + 90,
  );
  line(context, at, edge, colours.ink, 1.5);
  context.setLineDash([]);
}

/** Draws the shape of a kind of message: a diamond, a circle or a square; a vote for nil is hollow. */
export function token(
  { context, colours }: Pick<Drawing, 'context' | 'colours'>,
  kind: string,
  at: Point,
  size: number,
  isHollow: boolean,
  colour: string,
): void {
  context.beginPath();
  if (kind === 'prevote' || kind === 'none') context.arc(at.x, at.y, size * 1.06, 0, FULL);
  else if (kind === 'precommit') context.roundRect(at.x - size, at.y - size, 2 * size, 2 * size, size * 0.16);
  else {
    const reach = size * 1.28;
    context.moveTo(at.x, at.y - reach);
    context.lineTo(at.x + reach, at.y);
    context.lineTo(at.x, at.y + reach);
    context.lineTo(at.x - reach, at.y);
    context.closePath();
  }
  context.fillStyle = isHollow || kind === 'none' ? colours.surface : colour;
  context.fill();
  context.strokeStyle = isHollow || kind === 'none' ? colour : colours.surface;
  context.lineWidth = 2;
  context.stroke();
}

/** Draws the groups of a partition as islands with gaps between them, and links that are cut. */
export function drawGroups(drawing: Drawing): void {
  const { context, colours, layout, groups, state } = drawing;
  const { places, whole } = layout;
  if (groups.length > 1 && !layout.isMany) {
    for (const { members } of groups) {
      context.beginPath();
      for (const member of members) context.lineTo(places[member]?.x ?? 0, places[member]?.y ?? 0);
      if (members.length > 2) {
        context.closePath();
        context.fillStyle = colours['wait-t'];
        context.fill();
      } else context.lineTo((places[members[0] ?? 0]?.x ?? 0) + 0.01, places[members[0] ?? 0]?.y ?? 0);
      context.strokeStyle = colours['wait-t'];
      context.lineWidth = 2 * whole + 18;
      context.lineJoin = 'round';
      context.lineCap = 'round';
      context.stroke();
    }
    context.lineJoin = 'miter';
    context.lineCap = 'butt';
    drawGap(drawing);
  }
  if (layout.isMany) return;
  for (const [a, b] of state.cuts) {
    const [from, to] = [places[a], places[b]];
    if (
      from === undefined ||
      to === undefined ||
      !groups.some(({ members }) => members.includes(a) && members.includes(b))
    )
      continue;
    context.setLineDash([4, 5]);
    line(context, from, to, colours.bad, 2);
    context.setLineDash([]);
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    circle(context, middle, 11);
    context.fillStyle = colours.bad;
    context.fill();
    drawCross(context, middle, 4, colours.on);
  }
}

/** Draws a zigzag between two islands, or a fence around each validator that is alone. */
function drawGap(drawing: Drawing): void {
  const { context, colours, layout, groups, state } = drawing;
  const { places, whole, width, height } = layout;
  const alone = groups.filter(({ members }) => members.length === 1);
  for (const { members } of alone) {
    const at = places[members[0] ?? 0];
    if (at === undefined) continue;
    context.beginPath();
    for (let part = 0; part <= 44; part++) {
      const { x, y } = polar(at, whole + 14 + (part % 2 === 0 ? 3 : -3), (part / 44) * 360);
      context.lineTo(x, y);
    }
    context.strokeStyle = colours.bad;
    context.lineWidth = 3;
    context.stroke();
  }
  const islands = groups.filter(({ members }) => members.length > 1);
  const centres = islands.map(({ members }) => centreOf(members.flatMap((member) => places[member] ?? [])));
  for (const [a, from] of centres.entries())
    for (const to of centres.slice(a + 1))
      drawZigzag(context, from, to, Math.min(width, height) * (centres.length > 2 ? 0.3 : 2), layout, colours.bad);
  for (const [place, { up, power }] of islands.entries()) {
    const from = centres[place] ?? layout.centre;
    const distance = Math.hypot(layout.centre.x - from.x, layout.centre.y - from.y) || 1;
    const [x, y] = [(from.x - layout.centre.x) / distance, (from.y - layout.centre.y) / distance];
    // Beside a validator that is alone, the block stays in the middle, and the label is above or below it.
    const down = layout.isSmall ? 50 : 72;
    const at = {
      x: layout.centre.x + x * 30,
      y: layout.centre.y + (alone.length === 0 ? y * 30 : y < 0 ? -down : down),
    };
    const label = `${up} of ${state.nodes.length}: ${percentText(power, state.powers)}`;
    context.font = font(layout.isSmall ? 13 : 17, 700);
    const half = context.measureText(label).width / 2 + 18;
    context.beginPath();
    context.roundRect(at.x - half, at.y - 16, 2 * half, 32, 16);
    context.fillStyle = colours.surface;
    context.fill();
    context.strokeStyle = colours.bad;
    context.lineWidth = 2;
    context.stroke();
    text(context, label, at.x, at.y + 1, context.font, colours.bad);
  }
}

const centreOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / Math.max(1, points.length),
  y: points.reduce((sum, { y }) => sum + y, 0) / Math.max(1, points.length),
});

/** Draws a zigzag across the middle between two points. */
function drawZigzag(
  context: CanvasRenderingContext2D,
  a: Point,
  b: Point,
  length: number,
  { width, height }: Layout,
  colour: string,
): void {
  const distance = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const along = { x: -(b.y - a.y) / distance, y: (b.x - a.x) / distance };
  const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
  context.beginPath();
  const reach = Math.min(length, Math.hypot(width, height)) / 2;
  for (let at = -reach, side = 1; at <= reach; at += 13, side = -side) {
    const [px, py] = [x + along.x * at - along.y * side * 5, y + along.y * at + along.x * side * 5];
    if (px > 28 && px < width - 28 && py > 8 && py < height - 8) context.lineTo(px, py);
  }
  context.strokeStyle = colour;
  context.lineWidth = 3;
  context.stroke();
}

/** Draws the block in the middle: its letter, its height and its round; the two of a fork side by side. */
export function drawCentre(drawing: Drawing): void {
  const { context, colours, layout, state, groups, letters, height } = drawing;
  if (layout.isMany || (groups.length > 1 && groups.every(({ members }) => members.length > 1))) return;
  const faces = state.nodes.flatMap((_, index) => faceOf(state, index, height, drawing.at) ?? []);
  const decided = faces.filter(({ progress }) => progress === 'decided');
  const known = decided.length > 0 ? decided : faces;
  const order: readonly Progress[] = ['decided', 'precommit', 'prevote', 'proposal'];
  const progress = order.find((one) => known.some((face) => face.progress === one));
  const at = known.filter((face) => face.progress === progress);
  const round = decided[0]?.round ?? Math.max(0, ...faces.map((face) => face.round));
  const choices = [
    ...new Set(at.filter((face) => face.round === round || decided.length > 0).map(({ choice }) => choice)),
  ];
  const blocks = choices
    .filter((choice) => typeof choice === 'string')
    .sort((a, b) => letters.indexOf(a) - letters.indexOf(b));
  const shown = blocks.length > 0 ? blocks.slice(0, 2) : choices.slice(0, 1);
  const [width, tall] = layout.isSmall ? [74, 64] : [120, 98];
  for (const [place, choice] of (shown.length === 0 ? [undefined] : shown).entries()) {
    const x = layout.centre.x + (shown.length < 2 ? 0 : (place - 0.5) * (width + 16));
    const isFork = decided.length > 0 && shown.length > 1;
    const colour = isFork ? colours.bad : progress === undefined ? colours.line : tone(drawing, progress);
    context.beginPath();
    context.roundRect(x - width / 2, layout.centre.y - tall / 2, width, tall, 14);
    context.fillStyle = isFork && place === 0 ? colours.bad : colours.surface;
    context.fill();
    context.strokeStyle = colour;
    context.lineWidth = 3;
    context.stroke();
    const ink = isFork ? (place === 0 ? colours.on : colours.bad) : colours.ink;
    const small = font(layout.isSmall ? 11 : 14);
    text(
      context,
      `block ${height}`,
      x,
      layout.centre.y - tall / 2 + (layout.isSmall ? 13 : 18),
      small,
      isFork ? ink : colours.ink2,
    );
    const letter = choice === undefined ? '…' : letterOf(letters, choice);
    text(
      context,
      letter,
      x,
      layout.centre.y + 2,
      font(choice == null ? tall * 0.26 : tall * 0.4, choice == null ? 400 : 700),
      ink,
    );
    text(
      context,
      `round ${round}`,
      x,
      layout.centre.y + tall / 2 - (layout.isSmall ? 12 : 16),
      small,
      isFork ? ink : colours.ink2,
    );
  }
}

export function drawCross(context: CanvasRenderingContext2D, { x, y }: Point, size: number, colour: string): void {
  line(context, { x: x - size, y: y - size }, { x: x + size, y: y + size }, colour, 2.5);
  line(context, { x: x - size, y: y + size }, { x: x + size, y: y - size }, colour, 2.5);
}

export function text(
  context: CanvasRenderingContext2D,
  what: string,
  x: number,
  y: number,
  face: string,
  colour: string,
  align: CanvasTextAlign = 'center',
): void {
  context.font = face;
  context.fillStyle = colour;
  context.textAlign = align;
  context.textBaseline = 'middle';
  context.fillText(what, x, y);
}

export function line(context: CanvasRenderingContext2D, from: Point, to: Point, colour: string, width: number): void {
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.stroke();
}

function circle(context: CanvasRenderingContext2D, { x, y }: Point, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, FULL);
}

function diamond(context: CanvasRenderingContext2D, { x, y }: Point, size: number, colour: string): void {
  context.beginPath();
  context.moveTo(x, y - size);
  context.lineTo(x + size, y);
  context.lineTo(x, y + size);
  context.lineTo(x - size, y);
  context.fillStyle = colour;
  context.fill();
}
