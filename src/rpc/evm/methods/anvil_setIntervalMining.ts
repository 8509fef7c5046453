/** Implements `anvil_setIntervalMining` (Anvil). The unit is seconds, even when Halley acts as Hardhat. */
import { mode as ANVIL } from '../compat_modes/anvil.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { intervalOf, miningInterval } from '../params/mining.js';

const { intervalUnitMs, exclusiveModes } = ANVIL;

export const anvil_setIntervalMining = defineDevSetter({
  name: 'anvil_setIntervalMining',
  summary: 'Mines a block every given number of seconds, and turns automine off; 0 turns interval mining off.',
  params: [miningInterval],
  handler: ({ evm }, spans) => evm.setInterval(intervalOf(spans, intervalUnitMs), exclusiveModes),
  example: { params: [3600] },
});
