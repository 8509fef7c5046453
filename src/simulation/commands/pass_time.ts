/**
 * Advances the network's clock while nothing happens, so that it follows the host's. It stops at the next event, which
 * therefore still happens on time.
 */
import type { UnixNanos } from '../../kernel/time.js';
import { defineCommand } from '../command.js';
import { nextEvent } from '../run.js';

export interface PassTime {
  readonly type: 'passTime';
  readonly until: UnixNanos;
}

export const command = defineCommand<PassTime>({
  type: 'passTime',
  apply(core, { until }) {
    const event = nextEvent(core)?.time;
    const to = event !== undefined && event < until ? event : until;
    if (to > core.now) core.now = to;
  },
});
