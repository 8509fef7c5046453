/** Reads and sets the mining mode of the loop. */
import type { EvmMiningMode } from '../../../backend/evm/mining_mode.js';
import { readMiningMode } from '../../mining/mining_mode.js';
import { blockIntervalOf, isAutomine, switchAutomine, switchInterval } from '../../mining/mining_switches.js';
import type { Loop } from '../../runtime/loop.js';

export const evmMiningMode = (loop: Loop): EvmMiningMode => ({
  isAutomine: () => isAutomine(loop.miningMode),
  interval: () => blockIntervalOf(loop.miningMode),
  setAutomine: (on, { exclusiveModes, automineMinesPending }) =>
    loop.setMiningMode((miningMode) => switchAutomine(miningMode, on, exclusiveModes), automineMinesPending),
  setInterval: (ticks, exclusive) => loop.setMiningMode((miningMode) => switchInterval(miningMode, ticks, exclusive)),
  setMiningMode: async (type, parameters) => loop.setMiningMode(readMiningMode(type, parameters)),
  step: (unit, count) => loop.step(unit, count),
});
