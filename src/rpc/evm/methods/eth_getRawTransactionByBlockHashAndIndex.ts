/** Implements `eth_getRawTransactionByBlockHashAndIndex`. The index counts Ethereum transactions only. */
import { to0x } from '../../../kernel/hex.js';
import { BLOCK_2_HASH, TRANSFER_RAW } from '../../examples.js';
import { blockOfHash } from '../blocks.js';
import { evmMethod } from '../context.js';
import { blockHash, index } from '../params/values.js';

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
