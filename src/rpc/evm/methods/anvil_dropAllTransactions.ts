/** `anvil_dropAllTransactions`: Cosmos transactions too (Anvil). */
import { defineDevSetter } from '../define_dev_setter.js';

export const anvil_dropAllTransactions = defineDevSetter({
  name: 'anvil_dropAllTransactions',
  aliases: ['hardhat_dropAllTransactions'],
  summary: 'Drops every transaction that waits.',
  params: [],
  handler: ({ evm }) => evm.dropAll(),
  example: { params: [] },
});
