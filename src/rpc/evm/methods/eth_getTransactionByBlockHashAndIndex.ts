/** Implements `eth_getTransactionByBlockHashAndIndex`. The index counts Ethereum transactions only. */

import { BLOCK_2_HASH, TRANSFER_HASH } from '../../examples.js';
import { blockOfHash } from '../blocks.js';
import { evmMethod } from '../context.js';
import { blockHash, index } from '../params/values.js';
import { transactionView } from '../views/transaction.js';

export const eth_getTransactionByBlockHashAndIndex = evmMethod({
  name: 'eth_getTransactionByBlockHashAndIndex',
  summary: 'Returns a transaction by its index in a block.',
  params: [blockHash, index],
  result: 'transaction or null',
  handler: ({ evm }, which, at) => {
    const tx = blockOfHash(evm, which)?.transactions[Number(at)];
    return tx === undefined ? null : transactionView(tx);
  },
  example: { params: [BLOCK_2_HASH, '0x1'], result: { hash: TRANSFER_HASH, transactionIndex: '0x1' } },
});
