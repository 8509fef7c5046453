/** When blocks are made, by the loop. */
import type { EvmPacing } from '../../../rpc/ports/evm/pacing.js';
import type { Loop } from '../../run/loop.js';
import { readPace } from '../../run/paces.js';

export const evmPacing = (loop: Loop): EvmPacing => ({
  setPace: async (type, parameters) => loop.setPace(readPace(type, parameters)),
  step: (unit, count) => loop.step(unit, count),
});
