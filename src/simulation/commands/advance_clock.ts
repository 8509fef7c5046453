/** Advances the clock of a network in which nothing happens until then. */
import { invariant } from '../../kernel/errors.js';
import type { UnixNanos } from '../../kernel/time.js';
import { defineCommand } from '../command.js';
import { nextEventTime } from '../run.js';

export interface AdvanceClock {
  readonly type: 'advanceClock';
  /** Is the new time. A time in the past changes nothing; a time after the next event is an error. */
  readonly to: UnixNanos;
}

export const command = defineCommand<AdvanceClock>({
  type: 'advanceClock',
  apply(core, { to }) {
    const next = nextEventTime(core);
    invariant(next === undefined || next >= to, `the next event is due at ${next}, before ${to}`);
    if (to > core.now) core.now = to;
  },
});
