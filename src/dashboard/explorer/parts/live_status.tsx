/** Sentence about what is wrong with what a view shows, or that it is still loading. */
import type { JSX } from 'preact';
import type { Live } from '../read/use_live.js';

interface Props {
  readonly live: Live<unknown>;
  /** Name of what is read: "the block". */
  readonly of: string;
}

export function LiveStatus({ live, of }: Props): JSX.Element | null {
  const { value, error, gone } = live;
  if (error !== undefined)
    return (
      <p class="problem" role="alert">
        The page could not read {of}: {error}.{value !== undefined && ' It shows what it read before.'}
      </p>
    );
  if (gone === true)
    return (
      <p class="problem gone" role="status">
        The chain no longer has {of}: a revert removed it, or it was dropped. The page shows what it read before.
      </p>
    );
  return value === undefined ? <p class="quiet">Reading {of}…</p> : null;
}
