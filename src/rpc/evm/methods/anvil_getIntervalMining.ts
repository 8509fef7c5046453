/** `anvil_getIntervalMining`: of a drawn interval the least (Anvil). */
import { evmMethod } from '../context.js';

export const anvil_getIntervalMining = evmMethod({
  name: 'anvil_getIntervalMining',
  summary: 'How many seconds are between blocks that come by the clock.',
  params: [],
  result: 'number, or null when none do',
  trustedOnly: true,
  handler: ({ evm }) => {
    const interval = evm.interval();
    return interval === undefined ? null : interval.ms / 1000;
  },
  example: { params: [], result: null },
});
