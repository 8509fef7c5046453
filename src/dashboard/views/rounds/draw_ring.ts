/** Draws the ring: validators, running waits as shrinking arcs, and the messages between them. */

import { fitCanvas } from '../../consensus/canvas.js';
import type { Palette } from '../../consensus/palette.js';
import { nameOf } from '../../consensus/texts.js';
import type { BlockLetters } from '../../model/block_letters.js';
import { isProposer, type MessageOf, type NetworkState, observedNode } from '../../model/network_state.js';
import { type NodeView, runningWait } from '../../model/node_state.js';
import { MAX_NAMES, markRadius, placeOf } from './ring_layout.js';

/** Limits the messages that are drawn; of more, every second, third, … is. */
const MAX_MARKS = 500;
/** Draws a message at least this part of the way from its sender, so that a waiting one is seen. */
const SHORTEST = 0.14;

export interface Ring {
  readonly state: NetworkState;
  readonly at: number;
  readonly messageOf: MessageOf;
  readonly letters: BlockLetters;
  readonly selected: number;
}

export function drawRing(canvas: HTMLCanvasElement, ring: Ring, colours: Palette): void {
  const { context, width, height } = fitCanvas(canvas);
  const count = ring.state.nodes.length;
  const radius = markRadius(count, Math.min(width, height));
  drawCuts(context, ring, width, height, colours);
  drawMessages(context, ring, width, height, colours);
  for (const [index, node] of ring.state.nodes.entries()) {
    const place = placeOf(index, count, width, height);
    drawNode(context, { ...ring, node, index, radius, ...place }, colours);
    if (count <= MAX_NAMES) drawName(context, ring, index, place, radius, width, colours);
  }
}

interface Mark extends Ring {
  readonly node: NodeView;
  readonly index: number;
  readonly radius: number;
  readonly x: number;
  readonly y: number;
}

function drawNode(context: CanvasRenderingContext2D, mark: Mark, colours: Palette): void {
  const { node, index, radius, x, y, state, at, selected, letters } = mark;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = node.up ? colours.surface : colours.background;
  context.fill();
  context.setLineDash(node.unknown ? [1, 4] : node.up ? [] : [3, 3]);
  context.lineWidth = index === selected ? 3 : 1.5;
  context.strokeStyle = edgeColour(mark, colours);
  context.stroke();
  context.setLineDash([]);
  if (isProposer(state, index) && node.up) drawTriangle(context, x, y - radius - 6, colours.accent);
  const wait = runningWait(node, at);
  if (wait !== undefined) {
    const since = wait.since ?? Math.min(at, wait.until - 1);
    const part = Math.max(0, Math.min(1, (wait.until - at) / Math.max(1, wait.until - since)));
    context.beginPath();
    context.arc(x, y, radius + 4, -Math.PI / 2, -Math.PI / 2 + part * 2 * Math.PI);
    context.strokeStyle = colours.warning;
    context.lineWidth = 3;
    context.stroke();
  }
  if (radius < 8) return;
  const block = node.locked?.block ?? node.proposal;
  context.fillStyle = colours.text;
  context.font = `600 ${Math.round(radius * 0.85)}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const text = node.unknown ? '?' : !node.up ? '×' : block === undefined ? '' : letters.letterOf(block);
  context.fillText(text, x, y + 1);
  if (node.unknown) drawLastVote(context, mark, colours);
  if (state.validators[index]?.byzantine === true) context.fillText('!', x + radius + 8, y);
}

/** Marks an unknown node with the vote of its validator in the round of the observed node. */
function drawLastVote(
  context: CanvasRenderingContext2D,
  { node: { lastVote }, state, radius, x, y, letters }: Mark,
  colours: Palette,
): void {
  const observed = state.nodes[observedNode(state) ?? -1];
  if (lastVote === undefined || lastVote.height !== observed?.height || lastVote.round !== observed.round) return;
  const kind = lastVote.type === 1 ? 'prevote' : 'precommit';
  context.fillStyle = colours.kinds[kind] ?? colours.quiet;
  const [left, top] = [x + radius * 0.7, y - radius * 0.7];
  drawMark(context, kind, left, top, 5);
  context.fillStyle = colours.text;
  context.font = '600 11px system-ui, sans-serif';
  context.fillText(lastVote.block === null ? 'nil' : letters.letterOf(lastVote.block), left + 13, top - 5);
}

function edgeColour({ node, index, state, selected }: Mark, colours: Palette): string {
  if (index === selected) return colours.accent;
  if (!node.up || state.validators[index]?.byzantine === true) return colours.bad;
  return node.locked === undefined ? colours.quiet : colours.good;
}

function drawTriangle(context: CanvasRenderingContext2D, x: number, y: number, colour: string): void {
  context.beginPath();
  context.moveTo(x - 6, y - 5);
  context.lineTo(x + 6, y - 5);
  context.lineTo(x, y + 4);
  context.closePath();
  context.fillStyle = colour;
  context.fill();
}

function drawName(
  context: CanvasRenderingContext2D,
  { state }: Ring,
  index: number,
  { x, y }: { readonly x: number; readonly y: number },
  radius: number,
  width: number,
  colours: Palette,
): void {
  const name = nameOf(state.validators, index);
  context.font = '13px system-ui, sans-serif';
  context.fillStyle = colours.text;
  context.textBaseline = 'middle';
  const written = name.slice(0, 16);
  // Beside the mark if there is room, else above or below it.
  const hasRoom = Math.min(x, width - x) - radius - 14 > context.measureText(written).width;
  const isRight = hasRoom && x > width / 2 + 10;
  const isLeft = hasRoom && x < width / 2 - 10;
  context.textAlign = isRight ? 'left' : isLeft ? 'right' : 'center';
  const dx = isRight ? radius + 14 : isLeft ? -radius - 14 : 0;
  const isTop = Math.abs(x - width / 2) <= 10 && index === 0;
  const dy = isRight || isLeft ? 0 : isTop ? -radius - 20 : radius + 16;
  context.fillText(written, x + dx, y + dy);
}

function drawCuts(
  context: CanvasRenderingContext2D,
  { state }: Ring,
  width: number,
  height: number,
  colours: Palette,
): void {
  context.strokeStyle = colours.bad;
  context.lineWidth = 1;
  context.setLineDash([2, 6]);
  for (const [a, b] of state.cuts) {
    const from = placeOf(a, state.nodes.length, width, height);
    const to = placeOf(b, state.nodes.length, width, height);
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.stroke();
  }
  context.setLineDash([]);
}

/** Draws votes as circles and squares, and other messages as diamonds, so that colour is not the only sign. */
function drawMessages(
  context: CanvasRenderingContext2D,
  { state, at, messageOf }: Ring,
  width: number,
  height: number,
  colours: Palette,
): void {
  const count = state.nodes.length;
  const places = state.nodes.map((_, index) => placeOf(index, count, width, height));
  const every = Math.ceil(state.flights.size / MAX_MARKS);
  const size = count > MAX_NAMES ? 1.5 : 4;
  let number = 0;
  for (const flights of state.flights.values()) {
    if (number++ % every !== 0) continue;
    for (const { from, to, message, at: since, until } of flights) {
      const [a, b] = [places[from], places[to]];
      if (a === undefined || b === undefined) continue;
      const part = Math.max(0, Math.min(1, (at - since) / Math.max(1, until - since)));
      const way = SHORTEST + part * (1 - 2 * SHORTEST);
      const kind = messageOf(message)?.kind ?? 'majority';
      context.fillStyle = colours.kinds[kind] ?? colours.quiet;
      drawMark(context, kind, a.x + (b.x - a.x) * way, a.y + (b.y - a.y) * way, size);
    }
  }
}

function drawMark(context: CanvasRenderingContext2D, kind: string, x: number, y: number, size: number): void {
  if (size < 2 || kind === 'precommit') {
    context.fillRect(x - size, y - size, 2 * size, 2 * size);
    return;
  }
  context.beginPath();
  if (kind === 'prevote') context.arc(x, y, size, 0, 2 * Math.PI);
  else {
    context.moveTo(x, y - size - 1);
    context.lineTo(x + size + 1, y);
    context.lineTo(x, y + size + 1);
    context.lineTo(x - size - 1, y);
  }
  context.fill();
}
