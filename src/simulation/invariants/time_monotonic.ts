/** Requires that the clock never goes back, and that every block is later than the one before it. */
import { formatTime } from '../../kernel/time.js';
import { broken, defineInvariant } from '../invariant.js';

export const invariant = defineInvariant({
  name: 'time monotonic',
  observes: ['event', 'decided'],
  start: undefined,
  see(memory, observation) {
    if (observation.type === 'event' && observation.time < observation.before)
      broken(
        'time monotonic',
        `the clock went from ${formatTime(observation.before)} to ${formatTime(observation.time)}`,
      );
    if (observation.type !== 'decided' || observation.before.chain.lastBlockHeight === 0n) return memory;
    const { height, time } = observation.decided.block.header;
    const last = observation.before.chain.lastBlockTime;
    if (time <= last) broken('time monotonic', `block ${height} has ${formatTime(time)}, the last ${formatTime(last)}`);
    return memory;
  },
});
