/** When blocks are made, by the loop. */
import type { EvmPacing } from '../../../backend/evm/mining_mode.js';
import type { Loop } from '../../runtime/loop.js';
import { readPace } from '../../runtime/mining_mode.js';
import { isAutomine, switchAutomine, switchInterval, ticksOf } from '../../runtime/mining_switches.js';

export const evmPacing = (loop: Loop): EvmPacing => ({
  isAutomine: () => isAutomine(loop.pace),
  interval: () => ticksOf(loop.pace),
  setAutomine: (on, exclusive) => loop.changePace((pace) => switchAutomine(pace, on, exclusive)),
  setInterval: (ticks, exclusive) => loop.changePace((pace) => switchInterval(pace, ticks, exclusive)),
  setPace: async (type, parameters) => loop.setPace(readPace(type, parameters)),
  step: (unit, count) => loop.step(unit, count),
});
