/** Implements `eth_getTransactionByBlockNumberAndIndex`. The index counts Ethereum transactions only. */

import type { EvmBlock, EvmTransaction } from '../../../backend/evm/block.js';
import { TRANSFER_HASH } from '../../examples.js';
import { viewOfBlock } from '../blocks.js';
import { evmMethod } from '../context.js';
import { blockNumber } from '../params/block.js';
import { index } from '../params/values.js';
import type { Json } from '../views/json.js';
import { pendingTransactionView } from '../views/pending.js';
import { transactionView } from '../views/transaction.js';

export const eth_getTransactionByBlockNumberAndIndex = evmMethod({
  name: 'eth_getTransactionByBlockNumberAndIndex',
  summary: 'Returns a transaction by its index in a block.',
  params: [blockNumber, index],
  result: 'transaction or null',
  handler: ({ evm }, which, at) => {
    const viewed =
      (view: (tx: EvmTransaction) => Json) =>
      ({ transactions }: EvmBlock): Json => {
        const tx = transactions[Number(at)];
        return tx === undefined ? null : view(tx);
      };
    return viewOfBlock(evm, which, viewed(transactionView), viewed(pendingTransactionView));
  },
  example: { params: ['0x2', '0x1'], result: { hash: TRANSFER_HASH, transactionIndex: '0x1' } },
});
