/**
 * Implements `hardhat_dropTransaction` (Hardhat). It returns false for an unknown transaction, and an error for a mined
 * one.
 */
import { to0x } from '../../../kernel/hex.js';
import { RAW_TRANSACTION_HASH } from '../../examples.js';
import { invalidParams } from '../../jsonrpc/errors.js';
import { evmMethod } from '../context.js';
import { transactionHash } from '../params/values.js';

export const hardhat_dropTransaction = evmMethod({
  name: 'hardhat_dropTransaction',
  summary: 'Drops a pending transaction.',
  params: [transactionHash],
  result: 'boolean: whether it was pending',
  trustedOnly: true,
  handler: async ({ evm }, hash) => {
    if (await evm.drop(hash)) return true;
    if (evm.receipt(hash) === undefined) return false;
    throw invalidParams(`Transaction ${to0x(hash)} cannot be dropped because it's already mined`);
  },
  example: { params: [RAW_TRANSACTION_HASH], result: false },
});
