/** Lets the height after the last decided one begin, when `heightStart` is `held`. */
import type { UnixNanos } from '../../kernel/time.js';
import { defineCommand } from '../command.js';
import { startHeight } from '../heights/height_start.js';

export interface StartHeight {
  readonly type: 'startHeight';
  /** Time at which the height begins; a time in the past means now. */
  readonly at: UnixNanos;
  /**
   * Time of the last decided height's precommits, which the next header carries; under PBTS the time to which all
   * validators' clocks are set. Undefined leaves them unchanged.
   */
  readonly lastCommitTime: UnixNanos | undefined;
  /** First round in which a proposal is made; the timers of those before it fire at once. The default is 0. */
  readonly round?: number;
}

export const command = defineCommand<StartHeight>({
  type: 'startHeight',
  apply: (core, { at, lastCommitTime, round = 0 }) => startHeight(core, at, lastCommitTime, round),
});
