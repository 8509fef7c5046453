/**
 * The ring: validators, and the messages between them. A validator has a button over its drawing, which opens what can be
 * done to it; dragged away, it is cut off.
 */

import { type Signal, signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { faceOf, heightShown } from '../../model/face.js';
import { groupsOf } from '../../model/groups.js';
import { type NetworkState, nameOf } from '../../model/network_state.js';
import { stepName } from '../../model/node_state.js';
import { type Call, call } from '../../shell/call.js';
import { connection, hasEngine } from '../../shell/store.js';
import { fitCanvas, grey, palette, sizeOf } from '../canvas.js';
import { onFrame, picture, shown, source } from '../source.js';
import { drawMessages } from './draw_messages.js';
import { type Drawing, drawCentre, drawGroups, drawValidators } from './draw_ring.js';
import { type Layout, layOut, nearest, type Point } from './layout.js';
import { act, LastAction, ValidatorMenu } from './menu.js';

/** Whether the inspector is open. */
export const isInspecting = signal(false);

/** Validator whose lens or inspector is shown. */
export const selected = signal(0);

const layout = signal<Layout>(layOut([], 0, 0));

/** Returns whether the network that is shown can be changed from here. */
export const canAct = (): boolean => source.value.type === 'live' && !hasEngine.value;

export function Ring(): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const menu = useSignal<number | undefined>(undefined);
  const dragged = useSignal<{ readonly index: number; readonly place: Point } | undefined>(undefined);
  useEffect(() => {
    let drawn: readonly unknown[] = [];
    return onFrame(() => {
      const { player, history } = shown.value;
      const { state, at, index } = player;
      if (canvas.current === null || state === undefined) return;
      const isGrey = connection.value === 'lost' && source.value.type === 'live';
      const wanted = [
        state,
        at,
        index,
        selected.value,
        dragged.value,
        isGrey,
        isInspecting.value,
        menu.value,
        palette(),
        sizeOf(canvas.current),
        devicePixelRatio,
      ];
      if (wanted.every((value, place) => value === drawn[place])) return;
      drawn = wanted;
      const { context, width, height } = fitCanvas(canvas.current);
      const groups = groupsOf(state);
      place(
        groups.flatMap(({ members }) => members),
        width,
        height,
      );
      const { axis } = player;
      const drawing: Drawing = {
        ...{ context, colours: isGrey ? grey(palette()) : palette(), layout: layout.value, state, groups },
        ...{
          letters: history.letters,
          at,
          height: heightShown(state, axis.height),
          selected: selected.value,
          dragged: dragged.value,
        },
        isMarked: isInspecting.value || menu.value !== undefined,
      };
      drawGroups(drawing);
      drawCentre(drawing);
      drawMessages(drawing, history, axis, index);
      drawValidators(drawing);
      box.current?.setAttribute('data-stage', `${index}`);
    });
  }, []);
  const point = (event: PointerEvent): void => {
    if (!layout.value.isMany || menu.value !== undefined) return;
    const found = nearest(layout.value, { x: event.offsetX, y: event.offsetY });
    if (found !== undefined) selected.value = found;
  };
  return (
    <div ref={box} class="ring-box" data-stage="">
      <canvas
        ref={canvas}
        class="ring"
        role="img"
        aria-label="The validators, and the messages on their way. The table has the same in words."
        onPointerMove={point}
      />
      <Buttons menu={menu} dragged={dragged} />
      {menu.value !== undefined && (
        <ValidatorMenu index={menu.value} layout={layout.value} onClose={() => (menu.value = undefined)} />
      )}
      {canAct() && <LastAction />}
    </div>
  );
}

let placed = '';

/** Lays the stage out anew when its size or the groups have changed. */
function place(order: readonly number[], width: number, height: number): void {
  const key = `${width} ${height} ${order.join()}`;
  if (key === placed) return;
  placed = key;
  layout.value = layOut(order, width, height);
}

interface ButtonsProps {
  readonly menu: Signal<number | undefined>;
  readonly dragged: Signal<{ readonly index: number; readonly place: Point } | undefined>;
}

function Buttons({ menu, dragged }: ButtonsProps): JSX.Element | null {
  const { state } = picture.value;
  const { places, isMany, whole, centre } = layout.value;
  if (state === undefined) return null;
  const shownOnes = isMany ? [[selected.value, centre] as const] : [...places.entries()];
  return (
    <>
      {shownOnes.map(([index, at]) => (
        <ValidatorButton key={isMany ? 'lens' : index} {...{ state, index, at, whole, menu, dragged }} />
      ))}
      {isMany && (
        <p class="lens">
          <button type="button" aria-label="Validator before" onClick={() => move(state, -1)}>
            ‹
          </button>
          <strong>{nameOf(state.validators, selected.value)}</strong>
          <button type="button" aria-label="Validator after" onClick={() => move(state, 1)}>
            ›
          </button>
        </p>
      )}
    </>
  );
}

const move = ({ nodes }: NetworkState, by: number): void => {
  selected.value = (selected.value + by + nodes.length) % nodes.length;
};

interface ButtonProps extends ButtonsProps {
  readonly state: NetworkState;
  readonly index: number;
  readonly at: Point;
  readonly whole: number;
}

/** Distance from which a press becomes a drag, in pixels. */
const DRAG_PX = 9;

function ValidatorButton({ state, index, at, whole, menu, dragged }: ButtonProps): JSX.Element {
  const start = useRef<Point | undefined>(undefined);
  const wasDragged = useRef(false);
  const { axis, at: now } = shown.value.player;
  const face = faceOf(state, index, heightShown(state, axis.height), now);
  const node = state.nodes[index];
  const doing =
    face?.progress === 'down' ? 'down' : face?.progress === 'decided' ? 'decided' : stepName(node?.step ?? 1);
  const locked =
    face?.locked === undefined ? '' : `, locked on ${shown.value.history.letters.letterOf(face.locked.block)}`;
  const onMove = (event: PointerEvent): void => {
    if (start.current === undefined || !canAct() || layout.value.isMany) return;
    const [dx, dy] = [event.clientX - start.current.x, event.clientY - start.current.y];
    if (dragged.value === undefined && Math.hypot(dx, dy) < DRAG_PX) return;
    wasDragged.current = true;
    dragged.value = { index, place: { x: at.x + dx, y: at.y + dy } };
  };
  const onUp = (): void => {
    start.current = undefined;
    const moved = dragged.value;
    dragged.value = undefined;
    const change = moved && callOfDrop(state, moved.index, moved.place);
    if (change !== undefined) void act(change);
  };
  const open = (): void => {
    selected.value = index;
    if (!wasDragged.current && canAct()) menu.value = menu.value === index ? undefined : index;
    wasDragged.current = false;
  };
  return (
    <button
      type="button"
      class="validator"
      data-node={index}
      aria-haspopup="menu"
      aria-expanded={menu.value === index}
      aria-label={`${nameOf(state.validators, index)}, ${doing}${locked}`}
      style={{ left: `${at.x - whole}px`, top: `${at.y - whole}px`, width: `${2 * whole}px`, height: `${2 * whole}px` }}
      onPointerDown={(event) => {
        start.current = { x: event.clientX, y: event.clientY };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerCancel={() => {
        start.current = undefined;
        dragged.value = undefined;
      }}
      onClick={open}
    />
  );
}

/** Returns the partition that dropping a validator makes: in the middle it is alone, beside another it joins its group. */
export function callOfDrop(state: NetworkState, index: number, at: Point): Call | undefined {
  const { places, centre, whole, isSmall } = layout.peek();
  const groups = groupsOf(state).map(({ members }) => members);
  const own = groups.findIndex((group) => group.includes(index));
  const distance = (to: Point | undefined): number =>
    to === undefined ? Infinity : Math.hypot(to.x - at.x, to.y - at.y);
  const others = [...places.keys()].filter((other) => other !== index);
  const closest = others.reduce((a, b) => (distance(places[b]) < distance(places[a]) ? b : a), others[0] ?? index);
  const isCentral = distance(centre) < whole + (isSmall ? 0 : 30);
  const joined = isCentral ? -1 : groups.findIndex((group) => group.includes(closest));
  if (joined === own || (!isCentral && distance(places[closest]) > 2.4 * whole)) return undefined;
  if (isCentral && groups[own]?.length === 1) return undefined;
  const without = groups.map((group, place) =>
    place === joined
      ? [...group, index].sort((a, b) => a - b)
      : group.filter((member) => place === joined || member !== index),
  );
  const next = [...without, ...(isCentral ? [[index]] : [])].filter((group) => group.length > 0);
  return next.length < 2 ? call('halley_heal') : call('halley_partition', next);
}
