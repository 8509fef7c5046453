/** Implements `halley_relayerSettled`, a method of Halley only. Callers wait for packets with it. */
import { defineDevSetter } from '../define_dev_setter.js';

export const halley_relayerSettled = defineDevSetter({
  name: 'halley_relayerSettled',
  summary: 'Waits until the relayer has no task left that it can do.',
  params: [],
  handler: ({ evm }) => evm.relayer().settled(),
  example: { params: [], alone: 'this devnet has no relayer: it holds one chain alone' },
});
