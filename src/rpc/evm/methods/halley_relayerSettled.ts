/** `halley_relayerSettled`: the way to wait for packets. Ours. */
import { defineDevSetter } from '../define_dev_setter.js';

export const halley_relayerSettled = defineDevSetter({
  name: 'halley_relayerSettled',
  summary: 'Answers when the relayer has nothing left that it can do.',
  params: [],
  handler: ({ evm }) => evm.relayer().settled(),
  example: { params: [], alone: 'this devnet has no relayer: it holds one chain alone' },
});
