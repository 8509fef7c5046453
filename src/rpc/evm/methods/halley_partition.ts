/** Implements `halley_partition`, a method of Halley only. A validator in no group is alone. */
import { evmMethod } from '../context.js';
import { groups } from '../params/network.js';
import { quantity } from '../quantity.js';

export const halley_partition = evmMethod({
  name: 'halley_partition',
  summary: 'Separates groups of validators: those of different groups cannot communicate.',
  params: [groups],
  result: 'quantity: id of the fault',
  trustedOnly: true,
  handler: async ({ evm }, separated) => quantity(await evm.networkControl.partition(separated)),
  example: {
    params: [
      [
        [0, 1],
        [2, 3],
      ],
    ],
    result: '0x1',
  },
});
