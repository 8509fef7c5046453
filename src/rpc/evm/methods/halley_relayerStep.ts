/** Implements `halley_relayerStep`, a method of Halley only. */
import { evmMethod } from '../context.js';
import { quantity } from '../quantity.js';

export const halley_relayerStep = evmMethod({
  name: 'halley_relayerStep',
  summary: 'Makes the relayer pass over all chains once, even while it is stopped.',
  params: [],
  result: 'quantity: number of messages that it sent',
  trustedOnly: true,
  handler: async ({ evm }) => quantity(await evm.relayer().step()),
  example: { params: [], result: '0x0', alone: 'this devnet has no relayer: it holds one chain alone' },
});
