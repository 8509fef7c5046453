/** Implements `halley_heal`, a method of Halley only. Faults of validators continue. */

import { defineDevSetter } from '../define_dev_setter.js';

export const halley_heal = defineDevSetter({
  name: 'halley_heal',
  summary: 'Ends all partitions, and restores all links and their settings.',
  params: [],
  handler: ({ evm }) => evm.networkControl.heal(),
  example: {
    first: [
      [
        'halley_partition',
        [
          [0, 1],
          [2, 3],
        ],
      ],
    ],
    params: [],
  },
});
