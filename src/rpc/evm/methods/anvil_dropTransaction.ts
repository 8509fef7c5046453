/** Implements Anvil's methods that drop pending transactions. Those that drop several drop Cosmos transactions too. */
import { to0x } from '../../../kernel/hex.js';
import { BOB, RAW_TRANSACTION_HASH } from '../../examples.js';
import { evmMethod } from '../context.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { address, transactionHash } from '../params/values.js';

export const anvil_dropTransaction = evmMethod({
  name: 'anvil_dropTransaction',
  summary: 'Drops a pending transaction.',
  params: [transactionHash],
  result: 'its hash, or null when it was not pending',
  trustedOnly: true,
  handler: async ({ evm }, hash) => ((await evm.drop(hash)) ? to0x(hash) : null),
  example: { params: [RAW_TRANSACTION_HASH], result: null },
});

export const anvil_dropAllTransactions = defineDevSetter({
  name: 'anvil_dropAllTransactions',
  aliases: ['hardhat_dropAllTransactions'],
  summary: 'Drops all pending transactions.',
  params: [],
  handler: ({ evm }) => evm.dropAll(),
  example: { params: [] },
});

export const anvil_removePoolTransactions = defineDevSetter({
  name: 'anvil_removePoolTransactions',
  aliases: ['hardhat_removePoolTransactions'],
  summary: 'Drops all pending transactions of a sender.',
  params: [address],
  handler: ({ evm }, sender) => evm.dropOf(sender),
  example: { params: [BOB] },
});
