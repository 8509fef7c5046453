/** `anvil_setIntervalMining`: in seconds, whatever the node passes for (Anvil). */
import { ANVIL } from '../compat.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { intervalOf, miningInterval } from '../params/mining.js';

const { intervalUnitMs, exclusiveModes } = ANVIL;

export const anvil_setIntervalMining = defineDevSetter({
  name: 'anvil_setIntervalMining',
  summary: 'Makes a block every so many seconds, and no others; 0 ends it.',
  params: [miningInterval],
  handler: ({ evm }, spans) => evm.setInterval(intervalOf(spans, intervalUnitMs), exclusiveModes),
  example: { params: [3600] },
});
