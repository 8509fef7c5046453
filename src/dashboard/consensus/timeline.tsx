/** Moves over the kept past: a scrubber, single events, slow motion, and back to the newest. */
import type { JSX } from 'preact';
import { Explanation } from '../shell/explanation.js';
import { picture, refresh, shown } from './source.js';
import { clockText } from './texts.js';

const SPEEDS = [0.25, 0.5, 1, 2, 4, 16] as const;

export function Timeline(): JSX.Element {
  const { state, index } = picture.value;
  const { history, player } = shown.value;
  const seek = (to: number): void => {
    player.seek(to);
    refresh();
  };
  const toggle = (): void => {
    if (player.isPlaying) player.pause();
    else player.play();
    refresh();
  };
  return (
    <div class="row timeline">
      <button type="button" onClick={toggle}>
        {player.isPlaying ? 'Pause' : 'Play'}
      </button>
      <button type="button" disabled={index <= history.first} onClick={() => seek(index - 1)}>
        Previous event
      </button>
      <button type="button" disabled={player.isNewest || index >= history.end} onClick={() => seek(index + 1)}>
        Next event
      </button>
      <input
        type="range"
        aria-label="Instant of the past"
        aria-valuetext={`event ${index - history.first} of ${history.end - history.first}, ${clockText(state?.at)}`}
        min={history.first}
        max={history.end}
        value={index}
        onInput={({ currentTarget }) => seek(Number(currentTarget.value))}
      />
      <span class="instant">
        {clockText(state?.at)} <span class="quiet">event {index - history.first}</span>
      </span>
      <label>
        Speed{' '}
        <select
          value={player.speed}
          onChange={({ currentTarget }) => {
            player.speed = Number(currentTarget.value);
            refresh();
          }}
        >
          {SPEEDS.map((speed) => (
            <option key={speed} value={speed}>
              {speed}×
            </option>
          ))}
        </select>
      </label>
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
      <Explanation of="the past">
        The page keeps about the last 100,000 events. Move the slider, or step from event to event: both views show all
        validators as they were then. Heights that are decided faster than you can follow are played in slow motion: the
        way from one instant to the next takes a quarter of a second at speed 1, however long it took in the network.
      </Explanation>
    </div>
  );
}
