/**
 * Implements the methods that return a transaction by its index in a block. The index counts Ethereum transactions
 * only.
 */
import type { EvmBlock, EvmTransaction } from '../../../backend/evm/block.js';
import { to0x } from '../../../kernel/hex.js';
import type { Json } from '../../../kernel/json.js';
import { BLOCK_2_HASH, TRANSFER_HASH, TRANSFER_RAW } from '../../examples.js';
import { blockOfHash, viewOfBlock } from '../blocks.js';
import { evmMethod } from '../context.js';
import { blockNumber } from '../params/block.js';
import { blockHash, index } from '../params/values.js';
import { pendingTransactionView } from '../views/pool.js';
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

export const eth_getRawTransactionByBlockHashAndIndex = evmMethod({
  name: 'eth_getRawTransactionByBlockHashAndIndex',
  summary: 'Returns the encoded bytes of a transaction by its index in a block.',
  params: [blockHash, index],
  result: 'data or null',
  handler: ({ evm }, hash, at) => {
    const tx = blockOfHash(evm, hash)?.transactions[Number(at)];
    return tx === undefined ? null : to0x(tx.raw);
  },
  example: { params: [BLOCK_2_HASH, '0x1'], result: TRANSFER_RAW },
});

export const eth_getRawTransactionByBlockNumberAndIndex = evmMethod({
  name: 'eth_getRawTransactionByBlockNumberAndIndex',
  summary: 'Returns the encoded bytes of a transaction by its index in a block.',
  params: [blockNumber, index],
  result: 'data or null',
  handler: ({ evm }, which, at) => {
    const raw = ({ transactions }: EvmBlock): string | null => {
      const tx = transactions[Number(at)];
      return tx === undefined ? null : to0x(tx.raw);
    };
    return viewOfBlock(evm, which, raw, raw);
  },
  example: { params: ['0x2', '0x1'], result: TRANSFER_RAW },
});
