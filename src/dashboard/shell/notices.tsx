/** Shows what happened while the reader looked. */
import type { JSX } from 'preact';
import { engine, type Notice, notice } from './store.js';

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
        {notice.value.action !== undefined && (
          <button type="button" onClick={() => act(notice.value?.action)}>
            {notice.value.action.text}
          </button>
        )}
        <button type="button" onClick={() => (notice.value = undefined)}>
          Close
        </button>
      </p>
    )}
  </div>
);

function act(action: Notice['action']): void {
  notice.value = undefined;
  action?.run();
}
