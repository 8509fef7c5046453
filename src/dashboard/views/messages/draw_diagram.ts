/** Draws the diagram: a lane for each validator, time to the right, and an arrow for each message. */
import { fitCanvas, type Palette } from '../../consensus/canvas.js';
import { durationText, instantText } from '../../consensus/texts.js';
import type { Arrow, Found, LaneMark } from '../../model/arrows.js';
import type { BlockAxis } from '../../model/axis.js';
import type { BlockLetters } from '../../model/block_letters.js';
import { nameOf, type Validator } from '../../model/network_state.js';
import { stepName } from '../../model/node_state.js';

export interface Diagram {
  readonly found: Found;
  readonly validators: readonly Validator[];
  readonly count: number;
  readonly letters: BlockLetters;
  /** Shown instant. */
  readonly at: number;
  /** Maps microseconds since the Unix epoch to pixels. */
  readonly x: (time: number) => number;
  readonly axis: BlockAxis;
}

/** Leaves room for the names of the lanes, in pixels. */
export const LEFT = 96;
const TOP = 26;
const BOTTOM = 18;
/** Most arrows that are drawn, and that have labels. */
const MAX_ARROWS = 6000;
const MAX_LABELS = 60;
/** Height of the name of a lane, in px. Of many lanes, only some have their names. */
const NAME_PX = 16;
/** Width of the time of a tick, in px. */
const TICK_PX = 56;
/** Length of the arrow of a lost message, which has no arrival, in px. */
const LOST_PX = 26;

/** Dashes of each kind of message, so that colour is not the only sign. */
const DASHES: Readonly<Record<string, number[]>> = {
  proposal: [],
  part: [1, 3],
  prevote: [6, 3],
  precommit: [],
  evidence: [2, 2],
  majority: [1, 5],
  'catch-up': [10, 4],
};

const laneY = (node: number, { count }: Diagram, height: number): number =>
  TOP + ((node + 0.5) * (height - TOP - BOTTOM)) / Math.max(1, count);

export function drawDiagram(canvas: HTMLCanvasElement, diagram: Diagram, colours: Palette): void {
  const { context, width, height } = fitCanvas(canvas);
  drawLanes(context, diagram, width, height, colours);
  context.save();
  context.beginPath();
  context.rect(LEFT, 0, width - LEFT, height);
  context.clip();
  drawTicks(context, diagram, width, height, colours);
  const { arrows, marks } = diagram.found;
  const every = Math.ceil(arrows.length / MAX_ARROWS) || 1;
  const labels = new Labels(context, width, colours.ink, colours.surface);
  arrows.forEach((arrow, index) => {
    if (index % every === 0) drawArrow(context, diagram, arrow, height, colours);
  });
  for (const mark of marks) drawLaneMark(context, diagram, mark, height, colours, labels);
  if (arrows.length <= MAX_LABELS) for (const arrow of arrows) labelArrow(diagram, arrow, height, labels);
  drawInstant(context, diagram, height, colours);
  context.restore();
}

function drawLanes(
  context: CanvasRenderingContext2D,
  diagram: Diagram,
  width: number,
  height: number,
  colours: Palette,
): void {
  const every = Math.ceil((NAME_PX * diagram.count) / (height - TOP - BOTTOM));
  context.font = '13px system-ui, sans-serif';
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  context.lineWidth = 1;
  for (let node = 0; node < diagram.count; node++) {
    const y = laneY(node, diagram, height);
    context.strokeStyle = colours.line;
    line(context, LEFT, y, width, y);
    context.fillStyle = colours.ink;
    if (node % every === 0) context.fillText(nameOf(diagram.validators, node).slice(0, 13), 2, y);
  }
}

/** Draws the waits as hatched bands with their true lengths, and a line at each instant with its time in the block. */
function drawTicks(
  context: CanvasRenderingContext2D,
  { x, axis }: Diagram,
  width: number,
  height: number,
  colours: Palette,
): void {
  context.textAlign = 'center';
  for (const { from, to, us } of axis.waits) {
    const [left, right] = [x(axis.timeAt(from)), x(axis.timeAt(to))];
    if (right < LEFT || left > width) continue;
    context.fillStyle = colours['wait-t'];
    context.fillRect(left, TOP, right - left, height - TOP - BOTTOM);
    context.font = '600 14px system-ui, sans-serif';
    context.fillStyle = colours.ink;
    context.fillText(durationText(us), (Math.max(LEFT, left) + Math.min(width, right)) / 2, 10);
    context.strokeStyle = colours.ink2;
    context.globalAlpha = 0.35;
    context.save();
    context.beginPath();
    context.rect(left, TOP, right - left, height - TOP - BOTTOM);
    context.clip();
    for (let at = left - height; at < right; at += 10) line(context, at, height - BOTTOM, at + height, -BOTTOM);
    context.restore();
    context.globalAlpha = 1;
  }
  context.font = '11px system-ui, sans-serif';
  context.fillStyle = colours.ink2;
  context.strokeStyle = colours.line;
  let written = Number.NEGATIVE_INFINITY;
  for (const place of axis.instants) {
    const at = x(axis.timeAt(place));
    if (at < LEFT || at > width) continue;
    line(context, at, TOP, at, height - BOTTOM);
    if (at - written < TICK_PX) continue;
    written = at;
    context.fillText(
      instantText(axis.timeAt(place) - axis.start),
      Math.max(LEFT + 20, Math.min(at, width - 24)),
      height - 6,
    );
  }
}

function drawArrow(
  context: CanvasRenderingContext2D,
  diagram: Diagram,
  arrow: Arrow,
  height: number,
  colours: Palette,
): void {
  const kind = arrow.message?.kind ?? 'majority';
  const { from, to } = endsOf(diagram, arrow, height);
  context.strokeStyle = arrow.lost === undefined ? (colours.kinds[kind] ?? colours.ink2) : colours.bad;
  context.fillStyle = context.strokeStyle;
  context.lineWidth = kind === 'precommit' || kind === 'proposal' ? 1.8 : 1.2;
  context.setLineDash(DASHES[kind] ?? []);
  line(context, from.x, from.y, to.x, to.y);
  context.setLineDash([]);
  if (arrow.lost === undefined) drawHead(context, from, to);
  else drawCross(context, to.x, to.y);
}

/** Returns where an arrow begins and ends. One that is lost when it is sent has a short way. */
function endsOf(diagram: Diagram, arrow: Arrow, height: number): { readonly from: Point; readonly to: Point } {
  const from = { x: diagram.x(arrow.sent), y: laneY(arrow.from, diagram, height) };
  const whole = { x: diagram.x(arrow.end), y: laneY(arrow.to, diagram, height) };
  const isCutShort = arrow.lost !== undefined && arrow.end === arrow.sent;
  return { from, to: isCutShort ? { x: from.x + LOST_PX, y: from.y + (whole.y - from.y) * 0.6 } : whole };
}

function labelArrow(diagram: Diagram, arrow: Arrow, height: number, labels: Labels): void {
  if (arrow.message === undefined || arrow.message.kind === 'part') return;
  const { from, to } = endsOf(diagram, arrow, height);
  const { kind, height: of, round, block } = arrow.message;
  const letter = block === undefined ? '' : block === null ? ' nil' : ` ${diagram.letters.letterOf(block)}`;
  labels.addOnce(`${kind} ${of}/${round}${letter}`, { x: from.x + 6, y: from.y - 9 });
  if (arrow.lost !== undefined) labels.addOnce(`lost: ${arrow.lost}`, { x: to.x + 7, y: to.y - 9 });
}

const LABEL_PX = 12;

/** Writes labels beside marks and arrows. One that would cover another, or reach out of the drawing, is left out. */
class Labels {
  readonly #known = new Set<string>();
  readonly #written: { readonly x: number; readonly y: number; readonly half: number }[] = [];

  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly width: number,
    private readonly colour: string,
    private readonly halo: string,
  ) {}

  /** Writes a label right of a place, as the arrows of a broadcast share one; above another label, if there is one. */
  addOnce(text: string, { x, y }: Point): void {
    const key = `${text} ${Math.round(x)} ${Math.round(y)}`;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    if (!this.add(text, { x, y }, 'left')) this.add(text, { x, y: y - LABEL_PX }, 'left');
  }

  /** Writes a label. Returns whether it had room. */
  add(text: string, at: Point, side: 'center' | 'left' = 'center'): boolean {
    const { context } = this;
    context.font = '10px system-ui, sans-serif';
    const half = context.measureText(text).width / 2 + 2;
    const [x, y] = [side === 'left' ? Math.min(at.x + half, this.width - half) : at.x, at.y];
    if (x - half < LEFT || x + half > this.width) return false;
    if (this.#written.some((other) => Math.abs(other.y - y) < LABEL_PX && Math.abs(other.x - x) < other.half + half))
      return false;
    this.#written.push({ x, y, half });
    context.textAlign = 'center';
    // The halo keeps the lines below away from the letters.
    context.strokeStyle = this.halo;
    context.lineWidth = 4;
    context.strokeText(text, x, y);
    context.fillStyle = this.colour;
    context.fillText(text, x, y);
    return true;
  }
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function drawHead(context: CanvasRenderingContext2D, from: Point, to: Point): void {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  context.beginPath();
  context.moveTo(to.x, to.y);
  for (const side of [-0.4, 0.4]) context.lineTo(to.x - 7 * Math.cos(angle + side), to.y - 7 * Math.sin(angle + side));
  context.fill();
}

function drawCross(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.lineWidth = 2;
  line(context, x - 4, y - 4, x + 4, y + 4);
  line(context, x - 4, y + 4, x + 4, y - 4);
}

function line(context: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

/** Texts of the marks that are not steps. */
const MARK_TEXTS = {
  committed: 'commit',
  crashed: 'crash',
  restarted: 'restart',
  lock: 'lock',
  unlock: 'unlock',
  timeout: 'timeout',
  evidence: 'evidence',
} as const;

function drawLaneMark(
  context: CanvasRenderingContext2D,
  diagram: Diagram,
  mark: LaneMark,
  height: number,
  colours: Palette,
  labels: Labels,
): void {
  const at = diagram.x(mark.at);
  const y = laneY(mark.node, diagram, height);
  const isBad = mark.kind === 'crashed' || mark.kind === 'evidence';
  context.fillStyle = isBad ? colours.bad : mark.kind === 'committed' ? colours.precommit : colours.ink;
  if (mark.kind === 'committed') context.fillRect(at - 4, y - 4, 8, 8);
  else context.fillRect(at - 1, y - 6, 2, 12);
  if (diagram.count > 20) return;
  const text = mark.kind === 'step' ? stepName(mark.step) : MARK_TEXTS[mark.kind];
  labels.add(text, { x: at + 3, y: y + 13 }, 'left');
}

function drawInstant(context: CanvasRenderingContext2D, { x, at }: Diagram, height: number, colours: Palette): void {
  context.strokeStyle = colours.ink;
  context.lineWidth = 2;
  line(context, x(at), TOP - 10, x(at), height);
}
