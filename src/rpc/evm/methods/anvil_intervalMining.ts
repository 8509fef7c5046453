/** Implements Anvil's methods of interval mining. */
import { mode as ANVIL } from '../compat_modes/anvil.js';
import { evmMethod } from '../context.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { intervalOf, miningInterval } from '../params/mining.js';

/** The result for a random interval is its minimum. */
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

const { intervalUnitMs, exclusiveModes } = ANVIL;

/** The unit is seconds, even when Halley acts as Hardhat. */
export const anvil_setIntervalMining = defineDevSetter({
  name: 'anvil_setIntervalMining',
  summary: 'Mines a block every given number of seconds, and turns automine off; 0 turns interval mining off.',
  params: [miningInterval],
  handler: ({ evm }, spans) => evm.setInterval(intervalOf(spans, intervalUnitMs), exclusiveModes),
  example: { params: [3600] },
});
