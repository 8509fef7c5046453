/**
 * Implements `anvil_dropTransaction` (Anvil). It returns null for a transaction that is not pending, for any reason.
 */
import { to0x } from '../../../kernel/hex.js';
import { RAW_TRANSACTION_HASH } from '../../examples.js';
import { evmMethod } from '../context.js';
import { transactionHash } from '../params/values.js';

export const anvil_dropTransaction = evmMethod({
  name: 'anvil_dropTransaction',
  summary: 'Drops a pending transaction.',
  params: [transactionHash],
  result: 'its hash, or null when it was not pending',
  trustedOnly: true,
  handler: async ({ evm }, hash) => ((await evm.drop(hash)) ? to0x(hash) : null),
  example: { params: [RAW_TRANSACTION_HASH], result: null },
});
