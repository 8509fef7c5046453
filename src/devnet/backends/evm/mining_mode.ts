/** When blocks are made, by the loop. */
import type { EvmMiningMode } from '../../../backend/evm/mining_mode.js';
import type { Loop } from '../../runtime/loop.js';
import { readMiningMode } from '../../runtime/mining_mode.js';
import { blockIntervalOf, isAutomine, switchAutomine, switchInterval } from '../../runtime/mining_switches.js';

export const evmMiningMode = (loop: Loop): EvmMiningMode => ({
  isAutomine: () => isAutomine(loop.pace),
  interval: () => blockIntervalOf(loop.pace),
  setAutomine: (on, exclusive) => loop.changeMiningMode((pace) => switchAutomine(pace, on, exclusive)),
  setInterval: (ticks, exclusive) => loop.changeMiningMode((pace) => switchInterval(pace, ticks, exclusive)),
  setMiningMode: async (type, parameters) => loop.setMiningMode(readMiningMode(type, parameters)),
  step: (unit, count) => loop.step(unit, count),
});
