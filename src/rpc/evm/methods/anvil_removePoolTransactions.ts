/** `anvil_removePoolTransactions`: Cosmos transactions too (Anvil). */
import { BOB } from '../../examples.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { address } from '../params/values.js';

export const anvil_removePoolTransactions = defineDevSetter({
  name: 'anvil_removePoolTransactions',
  aliases: ['hardhat_removePoolTransactions'],
  summary: "Drops all of a sender's transactions that wait.",
  params: [address],
  handler: ({ evm }, sender) => evm.dropOf(sender),
  example: { params: [BOB] },
});
