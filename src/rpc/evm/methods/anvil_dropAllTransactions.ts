/** Implements `anvil_dropAllTransactions` (Anvil). It drops Cosmos transactions too. */
import { defineDevSetter } from '../define_dev_setter.js';

export const anvil_dropAllTransactions = defineDevSetter({
  name: 'anvil_dropAllTransactions',
  aliases: ['hardhat_dropAllTransactions'],
  summary: 'Drops all pending transactions.',
  params: [],
  handler: ({ evm }) => evm.dropAll(),
  example: { params: [] },
});
