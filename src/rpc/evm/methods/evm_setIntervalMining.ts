/**
 * Implements `evm_setIntervalMining` (Hardhat, ganache). The unit depends on the node that Halley acts as for the
 * client.
 */

import { defineDevSetter } from '../define_dev_setter.js';
import { intervalOf, miningInterval } from '../params/mining.js';

export const evm_setIntervalMining = defineDevSetter({
  name: 'evm_setIntervalMining',
  summary: 'Mines a block at an interval, in seconds, or in milliseconds for Hardhat; 0 turns interval mining off.',
  params: [miningInterval],
  handler: ({ evm, compat }, spans) => evm.setInterval(intervalOf(spans, compat.intervalUnitMs), compat.exclusiveModes),
  example: { params: [3600] },
});
