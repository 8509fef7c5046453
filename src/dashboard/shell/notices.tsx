/** Shows what happened while the reader looked. */
import type { JSX } from 'preact';
import { engine, notice } from './store.js';

export const Notices = (): JSX.Element => (
  <div class="notices" role="status" aria-live="polite">
    {engine.value?.problem !== undefined && (
      <p class="notice warning engine-problem">
        <span>
          The engine is away: {engine.value.problem}. The page shows what was known last, and goes on when the engine is
          back.
        </span>
      </p>
    )}
    {notice.value !== undefined && (
      <p class={`notice ${notice.value.tone}`}>
        <span>{notice.value.text}</span>
        <button type="button" onClick={() => (notice.value = undefined)}>
          Close
        </button>
      </p>
    )}
  </div>
);
