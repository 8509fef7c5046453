/** Implements `anvil_removePoolTransactions` (Anvil). It drops Cosmos transactions too. */
import { BOB } from '../../examples.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { address } from '../params/values.js';

export const anvil_removePoolTransactions = defineDevSetter({
  name: 'anvil_removePoolTransactions',
  aliases: ['hardhat_removePoolTransactions'],
  summary: 'Drops all pending transactions of a sender.',
  params: [address],
  handler: ({ evm }, sender) => evm.dropOf(sender),
  example: { params: [BOB] },
});
