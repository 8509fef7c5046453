/** The transport bar: play and steps, the time axis of the block, and how steps, speed and blocks go. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { BlockAxis, Segment } from '../../model/axis.js';
import { call } from '../../shell/call.js';
import { controls } from '../../shell/store.js';
import { clock, onFrame, refresh, shown } from '../source.js';
import { durationText } from '../texts.js';
import { canAdvance, STEP_UNITS, stepBack, stepForward, togglePlay, unit } from './advance.js';
import { act } from './menu.js';
import { canAct } from './ring.js';

const SPEEDS = [
  [0.25, '16 s a round'],
  [0.5, '8 s a round'],
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
  const head = useRef<HTMLElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  useEffect(() => {
    let drawn = -1;
    return onFrame(() => {
      const { axis, place } = shown.value.player;
      const part = axis.length === 0 ? 1 : place / axis.length;
      if (part === drawn || head.current === null || slider.current === null) return;
      drawn = part;
      head.current.style.left = `${100 * part}%`;
      slider.current.value = `${Math.round(PARTS * part)}`;
    });
  }, []);
  const { axis } = clock.value.player;
  const length = axis.length || 1;
  const percent = (seconds: number): string => `${(100 * seconds) / length}%`;
  const next = (place: number): number => axis.segments[place + 1]?.from ?? length;
  return (
    <div class="track">
      {axis.segments.map((segment, place) => (
        <span
          key={place}
          class={`segment ${segment.phase}`}
          style={{ left: percent(segment.from), width: percent(next(place) - segment.from) }}
        >
          <em>{labelOf(segment, next(place) - segment.from > length / 9)}</em>
        </span>
      ))}
      {axis.waits.map(({ from, to, us }) => (
        <span key={from} class="wait" style={{ left: percent(from), width: percent(to - from) }}>
          <em>{durationText(us)} wait</em>
        </span>
      ))}
      <i ref={head} class="head" />
      <input
        ref={slider}
        type="range"
        aria-label="Instant of the past"
        aria-valuetext={timeText(axis, shown.value.player.at)}
        min={0}
        max={PARTS}
        onInput={({ currentTarget }) => {
          const { player } = shown.value;
          player.seekPlace(player.axis, (Number(currentTarget.value) / PARTS) * player.axis.length);
          refresh();
        }}
      />
    </div>
  );
}

const SIGNS = { propose: '◆', prevote: '●', precommit: '■', commit: '✓' } as const;
const NAMES = { propose: 'Propose', prevote: 'Prevote', precommit: 'Precommit', commit: 'Commit' } as const;

function labelOf({ phase, round }: Segment, isWide: boolean): string {
  if (!isWide) return SIGNS[phase];
  return `${SIGNS[phase]} ${phase === 'propose' && round > 0 ? `Round ${round}` : NAMES[phase]}`;
}

/** Returns how long after the beginning of its block an instant is: `2.75 ms`, `3.002 s`. */
export function timeText(axis: BlockAxis, at: number): string {
  const us = Math.max(0, at - axis.start);
  return us < 1_000_000 ? `${(us / 1000).toFixed(2)} ms` : `${(us / 1_000_000).toFixed(3)} s`;
}

/** Shows the time of the clock, and the number of its event for scripts. */
function Time(): JSX.Element {
  const box = useRef<HTMLParagraphElement>(null);
  const text = useSignal('');
  const event = useSignal('');
  useEffect(() => {
    let drawn: readonly unknown[] = [];
    return onFrame(() => {
      const { player, history } = shown.value;
      const { index, at } = player;
      if (index === drawn[0] && at === drawn[1] && history === drawn[2]) return;
      drawn = [index, at, history];
      const { axis } = player;
      text.value = timeText(axis, at);
      event.value = `in block ${axis.height}, event ${index - history.first}`;
      box.current?.setAttribute('data-clock', `${index}`);
    });
  }, []);
  return (
    <p ref={box} class="instant" data-clock="">
      <strong>{text}</strong> <span class="quiet">{event}</span>
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
