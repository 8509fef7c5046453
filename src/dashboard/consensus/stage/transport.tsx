/** The transport bar: play and steps, the time axis of the block, and how steps, speed and blocks go. */

import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Segment } from '../../model/axis.js';
import type { Player } from '../../model/player.js';
import { call } from '../../shell/call.js';
import { controls } from '../../shell/store.js';
import { sizeOf } from '../canvas.js';
import { clock, onFrame, READING_SPEED, refresh, shown } from '../source.js';
import { durationText, instantText } from '../texts.js';
import { canAdvance, STEP_UNITS, stepBack, stepForward, togglePlay, unit } from './advance.js';
import { act } from './menu.js';
import { canAct } from './ring.js';

const SPEEDS = [
  [0.25, '16 s a round'],
  [0.5, '8 s a round'],
  [READING_SPEED, '6 s a round'],
  [1, '4 s a round'],
  [2, '2 s a round'],
  [4, '1 s a round'],
  [16, 'fast'],
] as const;

/** Mining modes that the bar offers, as `halley_setMiningMode` takes them. */
const MODES = [
  ['automine', 'on a transaction', ['automine']],
  ['realtime', 'by the clock', ['realtime', { factor: 1 }]],
  ['step', 'as I step', ['step']],
] as const;

/** Parts of the block in the keyboard's slider. */
const PARTS = 1000;

/** Widths that the name of a phase, its sign alone and the length of a wait need, in px. */
const NAME_PX = 86;
const SIGN_PX = 16;
const WAIT_PX = 84;
/** Width of the track before it is measured, in px. */
const TRACK_PX = 640;

export function Transport(): JSX.Element {
  const { player, history } = clock.value;
  return (
    <div class="transport">
      <div class="keys">
        <button type="button" aria-label="Back" disabled={player.index <= history.first} onClick={() => stepBack()}>
          ❙◀
        </button>
        <button type="button" class="play" aria-label={player.isPlaying ? 'Pause' : 'Play'} onClick={togglePlay}>
          {player.isPlaying ? '❚❚' : '▶'}
        </button>
        <button
          type="button"
          aria-label="Forward"
          disabled={player.isNewest && !canAdvance()}
          onClick={() => stepForward()}
        >
          ▶❙
        </button>
      </div>
      <Track />
      <Time />
      <Choices />
    </div>
  );
}

/** Shows the phases of the block as long as they are played, its waits, and the clock. */
function Track(): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLElement>(null);
  useEffect(() => {
    let drawn = -1;
    return onFrame(() => {
      if (head.current === null || box.current === null) return;
      const at = partOf(shown.value.player) * sizeOf(box.current).width;
      if (at === drawn) return;
      drawn = at;
      // A transform moves it without a layout of the page.
      head.current.style.transform = `translateX(${at}px)`;
    });
  }, []);
  const { axis } = clock.value.player;
  const length = axis.length || 1;
  const percent = (seconds: number): string => `${(100 * seconds) / length}%`;
  const next = (place: number): number => axis.segments[place + 1]?.from ?? length;
  const width = box.current === null ? TRACK_PX : sizeOf(box.current).width;
  const pixels = (seconds: number): number => (width * seconds) / length;
  return (
    <div ref={box} class="track">
      {axis.segments.map((segment, place) => (
        <span
          key={place}
          class={`segment ${segment.phase}`}
          style={{ left: percent(segment.from), width: percent(next(place) - segment.from) }}
        >
          <em>{labelOf(segment, pixels(next(place) - segment.from), place === axis.segments.length - 1)}</em>
        </span>
      ))}
      {axis.waits.map(({ from, to, us }) => (
        <span key={from} class="wait" style={{ left: percent(from), width: percent(to - from) }}>
          {pixels(to - from) > WAIT_PX && <em>{durationText(us)} wait</em>}
        </span>
      ))}
      <i ref={head} class="head" />
      <input
        type="range"
        aria-label="Instant of the past"
        aria-valuetext={instantText(shown.value.player.elapsed)}
        min={0}
        max={PARTS}
        value={Math.round(PARTS * partOf(clock.value.player))}
        onInput={({ currentTarget }) => {
          const { player } = shown.value;
          player.seekPlace(player.axis, (Number(currentTarget.value) / PARTS) * player.axis.length);
          refresh();
        }}
      />
    </div>
  );
}

/** Returns the part of its block at which the clock is, 0 to 1. */
const partOf = ({ axis, place }: Player): number => (axis.length === 0 ? 0 : Math.min(1, place / axis.length));

const SIGNS = { propose: '◆', prevote: '●', precommit: '■', commit: '✓' } as const;
const NAMES = { propose: 'Propose', prevote: 'Prevote', precommit: 'Precommit', commit: 'Commit' } as const;

/** Returns as much of the name of a phase as its width has room for. Nothing follows the last one. */
function labelOf({ phase, round }: Segment, width: number, isLast: boolean): string {
  if (width < SIGN_PX && !isLast) return '';
  if (width < NAME_PX) return SIGNS[phase];
  return `${SIGNS[phase]} ${phase === 'propose' && round > 0 ? `Round ${round}` : NAMES[phase]}`;
}

/** Shows the time of the clock, and the number of its event for scripts. */
function Time(): JSX.Element {
  const box = useRef<HTMLParagraphElement>(null);
  const { player, history } = clock.value;
  const { axis, elapsed, index } = player;
  useEffect(
    () =>
      onFrame(() => {
        const { index } = shown.value.player;
        if (box.current?.dataset['clock'] !== `${index}`) box.current?.setAttribute('data-clock', `${index}`);
      }),
    [],
  );
  return (
    <p ref={box} class="instant" data-clock="">
      <strong>{instantText(elapsed)}</strong>{' '}
      <span class="quiet">
        in block {axis.height}, event {index - history.first}
      </span>
    </p>
  );
}

function Choices(): JSX.Element {
  const { player } = clock.value;
  const mode = controls.value?.miningMode ?? '';
  const known = MODES.find(([name]) => mode.startsWith(name));
  return (
    <div class="choices">
      <label>
        Step by{' '}
        <select
          value={unit.value}
          onChange={({ currentTarget }) => (unit.value = currentTarget.value as typeof unit.value)}
        >
          {STEP_UNITS.map((one) => (
            <option key={one} value={one}>
              {one === 'event' ? 'an event' : `a ${one}`}
            </option>
          ))}
        </select>
      </label>
      <label>
        Speed{' '}
        <select
          value={player.speed}
          onChange={({ currentTarget }) => {
            player.speed = Number(currentTarget.value);
            refresh();
          }}
        >
          {SPEEDS.map(([speed, text]) => (
            <option key={speed} value={speed}>
              {text}
            </option>
          ))}
        </select>
      </label>
      {canAct() && (
        <label>
          Blocks{' '}
          <select
            value={known?.[0] ?? ''}
            onChange={({ currentTarget }) => {
              const chosen = MODES.find(([name]) => name === currentTarget.value);
              if (chosen !== undefined) void act(call('halley_setMiningMode', ...chosen[2]));
            }}
          >
            {known === undefined && <option value="">{mode === '' ? '–' : mode}</option>}
            {MODES.map(([name, text]) => (
              <option key={name} value={name}>
                {text}
              </option>
            ))}
          </select>
        </label>
      )}
      <button
        type="button"
        class={player.isNewest ? '' : 'primary'}
        disabled={player.isNewest}
        onClick={() => {
          player.newest();
          refresh();
        }}
      >
        Newest
      </button>
    </div>
  );
}
