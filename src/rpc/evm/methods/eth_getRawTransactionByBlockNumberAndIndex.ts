/** Implements `eth_getRawTransactionByBlockNumberAndIndex`. The index counts Ethereum transactions only. */

import type { EvmBlock } from '../../../backend/evm/block.js';
import { to0x } from '../../../kernel/hex.js';
import { TRANSFER_RAW } from '../../examples.js';
import { viewOfBlock } from '../blocks.js';
import { evmMethod } from '../context.js';
import { blockNumber } from '../params/block.js';
import { index } from '../params/values.js';

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
