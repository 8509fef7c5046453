/** Shows what happened while the reader looked. */
import type { JSX } from 'preact';
import { notice } from './store.js';

export const Notices = (): JSX.Element => (
  <div class="notices" role="status" aria-live="polite">
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
