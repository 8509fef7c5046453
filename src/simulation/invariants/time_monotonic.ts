/** The clock never goes back, and every block is later than the one before it. */
import { formatTime } from '../../kernel/time.js';
import { broken, defineInvariant } from '../invariant.js';

export const invariant = defineInvariant({
  name: 'time monotonic',
  sees: ['event', 'decided'],
  start: undefined,
  see(memory, sighting) {
    if (sighting.type === 'event' && sighting.time < sighting.before)
      broken('time monotonic', `the clock went from ${formatTime(sighting.before)} to ${formatTime(sighting.time)}`);
    if (sighting.type !== 'decided' || sighting.before.chain.lastBlockHeight === 0n) return memory;
    const { height, time } = sighting.decided.block.header;
    const last = sighting.before.chain.lastBlockTime;
    if (time <= last) broken('time monotonic', `block ${height} has ${formatTime(time)}, the last ${formatTime(last)}`);
    return memory;
  },
});
