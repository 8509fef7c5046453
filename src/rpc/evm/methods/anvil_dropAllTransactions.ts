/** `anvil_dropAllTransactions`: Cosmos transactions too (Anvil). */
import { evmSetter } from '../define_dev_setter.js';

export const anvil_dropAllTransactions = evmSetter({
  name: 'anvil_dropAllTransactions',
  aliases: ['hardhat_dropAllTransactions'],
  summary: 'Drops every transaction that waits.',
  params: [],
  handler: ({ evm }) => evm.dropAll(),
  example: { params: [] },
});
