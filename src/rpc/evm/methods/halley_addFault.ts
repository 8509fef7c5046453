/**
 * Implements `halley_addFault`, a method of Halley only. The reference page on faults lists the types
 * and their parameters.
 */
import { evmMethod } from '../context.js';
import { fault } from '../params/network.js';
import { quantity } from '../quantity.js';

export const halley_addFault = evmMethod({
  name: 'halley_addFault',
  summary: 'Begins a fault of the network: lost messages, a byzantine validator, and others.',
  params: [fault],
  result: 'quantity: id of the fault',
  trustedOnly: true,
  handler: async ({ evm }, added) => quantity(await evm.networkControl.addFault(added)),
  example: { params: [{ type: 'equivocate', node: 3 }], result: '0x1' },
});
