/** Shows the diagram, which the wheel, a drag or the keyboard moves and enlarges. */
import type { Signal } from '@preact/signals';
import { type ScaleLinear, scaleLinear } from 'd3-scale';
import { select } from 'd3-selection';
import { type ZoomBehavior, type ZoomTransform, zoom, zoomIdentity } from 'd3-zoom';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { sizeOf } from '../../consensus/canvas.js';
import { palette } from '../../consensus/palette.js';
import { onFrame, shown } from '../../consensus/source.js';
import { type ArrowFilter, type Found, findArrows, NOTHING_FOUND, spanOfHeight } from '../../model/arrows.js';
import { drawDiagram, LEFT } from './draw_diagram.js';

interface Props {
  readonly filter: Signal<ArrowFilter>;
  /** Receives what is in view, for the table, a few times a second at most. */
  readonly inView: Signal<Found>;
  /** Is true while the diagram moves with the shown instant. */
  readonly follows: Signal<boolean>;
}

/** Is how much a key moves the view, in parts of its width, and how much it enlarges. */
const PAN = 0.15;
const ENLARGE = 1.5;
/** Is the shortest time between two updates of the table, in milliseconds. */
const TABLE_MS = 500;
const SCALES: [number, number] = [1e-5, 1e5];

export function DiagramView({ filter, inView, follows }: Props): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const diagram = useRef<DiagramState | null>(null);
  useEffect(() => {
    if (canvas.current === null) return undefined;
    const state = new DiagramState(canvas.current, filter, inView, follows);
    diagram.current = state;
    const stop = onFrame((now) => state.draw(now));
    return () => {
      stop();
      state.close();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (diagram.current?.key(event.key) === true) event.preventDefault();
  };
  return (
    <canvas
      ref={canvas}
      class="diagram"
      role="img"
      tabIndex={0}
      aria-label="Messages between the validators over time. Arrow keys move the diagram, plus and minus enlarge it. The table below lists the messages in view."
      onKeyDown={onKeyDown}
    />
  );
}

/** Holds what the diagram shows: a span of time, relative to the first kept instant so that zooming stays exact. */
class DiagramState {
  readonly #zoom: ZoomBehavior<HTMLCanvasElement, unknown>;
  #transform: ZoomTransform = zoomIdentity;
  #origin = 0;
  #found: Found = NOTHING_FOUND;
  #foundFor = '';
  #drawn: readonly unknown[] = [];
  #lastTable = 0;
  #isOwn = false;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly filter: Signal<ArrowFilter>,
    private readonly inView: Signal<Found>,
    private readonly follows: Signal<boolean>,
  ) {
    this.#zoom = zoom<HTMLCanvasElement, unknown>()
      .scaleExtent(SCALES)
      .extent(() => {
        const { width, height } = sizeOf(canvas);
        return [
          [0, 0],
          [width, height],
        ];
      })
      .on('zoom', ({ transform }: { transform: ZoomTransform }) => {
        this.#transform = transform;
        if (!this.#isOwn) this.follows.value = false;
      });
    select(canvas).call(this.#zoom);
  }

  close(): void {
    select(this.canvas).on('.zoom', null);
  }

  /** Returns whether the key moves or enlarges the view. */
  key(key: string): boolean {
    const target = select(this.canvas);
    const step = (sizeOf(this.canvas).width * PAN) / this.#transform.k;
    if (key === 'ArrowLeft') this.#zoom.translateBy(target, step, 0);
    else if (key === 'ArrowRight') this.#zoom.translateBy(target, -step, 0);
    else if (key === '+' || key === '=') this.#zoom.scaleBy(target, ENLARGE);
    else if (key === '-') this.#zoom.scaleBy(target, 1 / ENLARGE);
    else return false;
    return true;
  }

  draw(now: number): void {
    const { history, player } = shown.value;
    const { state, at, index } = player;
    if (state === undefined) return;
    if (this.follows.value) this.#follow(index);
    const x = this.#scale();
    const [from = 0, to = 0] = x.domain();
    const filter = this.filter.value;
    const key = `${from} ${to} ${history.first} ${history.end} ${[...filter.kinds].join()} ${filter.height} ${filter.node}`;
    if (key !== this.#foundFor) {
      this.#foundFor = key;
      this.#found = findArrows(history, { from, to }, filter);
    }
    if (this.inView.value !== this.#found && now - this.#lastTable >= TABLE_MS) {
      this.#lastTable = now;
      this.inView.value = this.#found;
    }
    const { validators, nodes } = state;
    const { letters } = history;
    const wanted = [this.#found, at, validators, palette(), sizeOf(this.canvas), devicePixelRatio];
    if (wanted.every((value, place) => value === this.#drawn[place])) return;
    this.#drawn = wanted;
    drawDiagram(this.canvas, { found: this.#found, validators, count: nodes.length, letters, at, x }, palette());
  }

  /** Returns the scale of the view, in microseconds since the Unix epoch. */
  #scale(): ScaleLinear<number, number> {
    const range: [number, number] = [LEFT, Math.max(LEFT + 1, sizeOf(this.canvas).width)];
    const relative = this.#transform.rescaleX(scaleLinear([0, 1_000_000], range)).domain();
    const [from = 0, to = 0] = relative;
    return scaleLinear([this.#origin + from, this.#origin + to], range);
  }

  /** Shows the height of the shown instant. */
  #follow(index: number): void {
    const span = spanOfHeight(shown.value.history, index);
    if (span === undefined) return;
    this.#origin = span.from;
    const k = 1_000_000 / Math.max(1, span.to - span.from);
    this.#isOwn = true;
    select(this.canvas).call(this.#zoom.transform, zoomIdentity.translate(LEFT * (1 - k), 0).scale(k));
    this.#isOwn = false;
  }
}
