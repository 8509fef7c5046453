/** Implements `eth_getRawTransactionByHash`: returns the signed bytes (EIP-2718) of a mined or pending transaction. */
import { to0x } from '../../../kernel/hex.js';
import { TRANSFER_HASH, TRANSFER_RAW } from '../../examples.js';
import { evmMethod } from '../context.js';
import { transactionHash } from '../params/values.js';

export const eth_getRawTransactionByHash = evmMethod({
  name: 'eth_getRawTransactionByHash',
  summary: 'Returns the encoded bytes of a mined or pending transaction.',
  params: [transactionHash],
  result: 'data or null',
  handler: ({ evm }, hash) => {
    const tx = evm.transaction(hash);
    return tx === undefined ? null : to0x(tx.raw);
  },
  example: { params: [TRANSFER_HASH], result: TRANSFER_RAW },
});
