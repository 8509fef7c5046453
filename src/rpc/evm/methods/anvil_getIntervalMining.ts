/** Implements `anvil_getIntervalMining` (Anvil). For a random interval it returns the minimum. */
import { evmMethod } from '../context.js';

export const anvil_getIntervalMining = evmMethod({
  name: 'anvil_getIntervalMining',
  summary: 'Returns the seconds between blocks of interval mining.',
  params: [],
  result: 'number, or null when interval mining is off',
  trustedOnly: true,
  handler: ({ evm }) => {
    const interval = evm.interval();
    return interval === undefined ? null : interval.ms / 1000;
  },
  example: { params: [], result: null },
});
