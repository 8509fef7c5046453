/** Shows the diagram: the block of the clock on its time axis. A click or a drag moves the clock. */

import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { palette, sizeOf } from '../../consensus/canvas.js';
import { onFrame, refresh, shown } from '../../consensus/source.js';
import { type ArrowFilter, type Found, findArrows, NOTHING_FOUND } from '../../model/arrows.js';
import { type AxisView, viewOf } from '../../model/axis.js';
import { drawDiagram, LEFT } from './draw_diagram.js';

interface Props {
  readonly filter: Signal<ArrowFilter>;
  /** Receives what is in view, for the table, a few times a second at most. */
  readonly inView: Signal<Found>;
}

/** Room right of the last instant, in pixels. */
const RIGHT_PX = 40;
const ENLARGE = 1.5;
const MAX_ZOOM = 40;
/** Shortest time between two updates of the table, in milliseconds. */
const TABLE_MS = 500;

export function DiagramView({ filter, inView }: Props): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const zoom = useRef(1);
  const held = useRef<AxisView | undefined>(undefined);
  const view = useRef<AxisView | undefined>(undefined);
  useEffect(() => {
    let found = NOTHING_FOUND;
    let foundFor: readonly unknown[] = [];
    let drawn: readonly unknown[] = [];
    let lastTable = 0;
    return onFrame((now) => {
      const { history, player } = shown.value;
      const { state, at } = player;
      if (state === undefined || canvas.current === null) return;
      const { width } = sizeOf(canvas.current);
      const { axis } = player;
      const current = held.current ?? viewOf(axis, axis.placeOf(at), width - LEFT - RIGHT_PX, zoom.current);
      view.current = current;
      const { pxPerSecond, offset } = current;
      const from = axis.timeAt(offset / pxPerSecond);
      const to = axis.timeAt((offset + width - LEFT) / pxPerSecond);
      const wanted = [from, to, history, history.first, history.end, filter.value];
      if (wanted.some((value, place) => value !== foundFor[place])) {
        foundFor = wanted;
        found = findArrows(history, { from: Math.floor(from), to: Math.ceil(to) }, filter.value);
      }
      if (inView.value !== found && now - lastTable >= TABLE_MS) {
        lastTable = now;
        inView.value = found;
      }
      const { validators, nodes } = state;
      const next = [found, at, offset, pxPerSecond, validators, palette(), sizeOf(canvas.current), devicePixelRatio];
      if (next.every((value, place) => value === drawn[place])) return;
      drawn = next;
      const x = (time: number): number => LEFT + axis.placeOf(time) * pxPerSecond - offset;
      const drawing = { found, validators, count: nodes.length, letters: history.letters, at, x, axis };
      drawDiagram(canvas.current, drawing, palette());
      canvas.current.setAttribute('data-diagram', `${player.index}`);
    });
  }, []);
  const seek = ({ offsetX }: PointerEvent): void => {
    const current = view.current;
    if (current === undefined) return;
    const { axis, pxPerSecond, offset } = current;
    const place = (offsetX - LEFT + offset) / pxPerSecond;
    shown.value.player.seekPlace(axis, Math.max(0, Math.min(place, axis.length)));
    refresh();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    if (key === '+' || key === '=') zoom.current = Math.min(MAX_ZOOM, zoom.current * ENLARGE);
    else if (key === '-') zoom.current = Math.max(1, zoom.current / ENLARGE);
    else return;
    event.preventDefault();
  };
  return (
    <canvas
      ref={canvas}
      class="diagram"
      role="img"
      tabIndex={0}
      aria-label="Messages between the validators over time. Plus and minus enlarge the diagram. The table below lists the messages in view."
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = view.current;
        seek(event);
      }}
      onPointerMove={(event) => {
        if (held.current !== undefined) seek(event);
      }}
      onPointerUp={() => {
        held.current = undefined;
      }}
    />
  );
}
