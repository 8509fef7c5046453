/** Shows the validators in a ring, with the messages between them. The table beside it says the same in words. */
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { sizeOf } from '../../consensus/canvas.js';
import { palette } from '../../consensus/palette.js';
import { onFrame, shown } from '../../consensus/source.js';
import { drawRing } from './draw_ring.js';
import { markRadius, placeOf } from './ring_layout.js';

/** Allows for fingers beside a small mark, in pixels. */
const NEAR = 8;

export function RingView({ selected }: { readonly selected: Signal<number> }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let drawn: readonly unknown[] = [];
    return onFrame(() => {
      const { history, player } = shown.value;
      const { state, at, index } = player;
      if (canvas.current === null || state === undefined) return;
      const { letters, messageOf } = history;
      const wanted = [state, at, index, selected.value, palette(), sizeOf(canvas.current), devicePixelRatio];
      if (wanted.every((value, place) => value === drawn[place])) return;
      drawn = wanted;
      drawRing(canvas.current, { state, at, letters, messageOf, selected: selected.value }, palette());
    });
  }, []);
  const choose = (event: MouseEvent): void => {
    const { clientWidth: width, clientHeight: height } = event.currentTarget as HTMLCanvasElement;
    const count = shown.value.player.state?.nodes.length ?? 0;
    const reach = markRadius(count, Math.min(width, height)) + NEAR;
    for (let index = 0; index < count; index++) {
      const { x, y } = placeOf(index, count, width, height);
      if (Math.hypot(event.offsetX - x, event.offsetY - y) <= reach) selected.value = index;
    }
  };
  return (
    <canvas
      ref={canvas}
      class="ring"
      role="img"
      aria-label="The validators in a ring, and the messages on their way. The table of validators has the same in words."
      onClick={choose}
    />
  );
}
