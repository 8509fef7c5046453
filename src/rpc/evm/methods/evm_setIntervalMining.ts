/** `evm_setIntervalMining`: the unit is that of the tool which asks (Hardhat, ganache). */

import { defineDevSetter } from '../define_dev_setter.js';
import { intervalOf, miningInterval } from '../params/mining.js';

export const evm_setIntervalMining = defineDevSetter({
  name: 'evm_setIntervalMining',
  summary: 'Makes a block every so often, in seconds, or in milliseconds for Hardhat; 0 ends it.',
  params: [miningInterval],
  handler: ({ evm, compat }, spans) => evm.setInterval(intervalOf(spans, compat.intervalUnitMs), compat.exclusiveModes),
  example: { params: [3600] },
});
