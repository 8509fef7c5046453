/** Implements `halley_network`, a method of Halley only. It shows the validators between any two events. */
import { evmMethod } from '../context.js';
import { quantity } from '../quantity.js';

export const halley_network = evmMethod({
  name: 'halley_network',
  summary: 'Shows the validators of the network, the position of each in consensus, and the cut links.',
  params: [],
  result:
    'object: nodes (index, name, address, power, jailed, up, height, round, step, peers: indexes), cutLinks (pairs of indexes)',
  trustedOnly: true,
  handler: ({ evm }) => ({
    nodes: evm.networkControl.nodes().map(({ power, height, round, ...rest }) => ({
      ...rest,
      power: quantity(power),
      height: quantity(height),
      round: quantity(round),
    })),
    cutLinks: evm.networkControl.cutLinks(),
  }),
  example: {
    first: [['halley_crashValidator', 2]],
    params: [],
    result: { nodes: [{ index: 0, name: 'validator-0', up: true, peers: [1, 3] }, {}, { up: false, peers: [] }, {}] },
  },
});
