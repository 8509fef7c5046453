/** `hardhat_dropTransaction`: false for an unknown one, an error for one that is in a block (Hardhat). */
import { to0x } from '../../../kernel/hex.js';
import { RAW_TRANSACTION_HASH } from '../../examples.js';
import { invalidParams } from '../../jsonrpc/errors.js';
import { evmMethod } from '../context.js';
import { transactionHash } from '../params/values.js';

export const hardhat_dropTransaction = evmMethod({
  name: 'hardhat_dropTransaction',
  summary: 'Drops a transaction that waits.',
  params: [transactionHash],
  result: 'boolean: whether it waited',
  trustedOnly: true,
  handler: async ({ evm }, hash) => {
    if (await evm.drop(hash)) return true;
    if (evm.receipt(hash) === undefined) return false;
    throw invalidParams(`Transaction ${to0x(hash)} cannot be dropped because it's already mined`);
  },
  example: { params: [RAW_TRANSACTION_HASH], result: false },
});
