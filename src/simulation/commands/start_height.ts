/** Held pacing: lets the height after the tip begin. */
import type { UnixNanos } from '../../kernel/time.js';
import { defineCommand } from '../command.js';
import { startHeight } from '../heights/height_start.js';

export interface StartHeight {
  readonly type: 'startHeight';
  /** When, or now if that is later. */
  readonly at: UnixNanos;
  /** The time that the tip's precommits shall have, and so the next header. */
  readonly lastCommitTime: UnixNanos | undefined;
}

export const command = defineCommand<StartHeight>({
  type: 'startHeight',
  apply: (core, { at, lastCommitTime }) => startHeight(core, at, lastCommitTime),
});
