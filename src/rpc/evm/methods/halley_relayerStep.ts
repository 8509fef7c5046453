/** `halley_relayerStep`: one pass of the relayer over all chains, also while it is stopped. Ours. */
import { evmMethod } from '../context.js';
import { quantity } from '../quantity.js';

export const halley_relayerStep = evmMethod({
  name: 'halley_relayerStep',
  summary: 'Has the relayer go over all chains once, also while it is stopped.',
  params: [],
  result: 'quantity: messages that it sent',
  trustedOnly: true,
  handler: async ({ evm }) => quantity(await evm.relayer().step()),
  example: { params: [], result: '0x0', alone: 'this devnet has no relayer: it holds one chain alone' },
});
