/**
 * Implements `eth_coinbase`. It returns the beneficiary of the newest block, because validators take turns as proposer.
 */
import { to0x } from '../../../kernel/hex.js';
import { publishedBlock } from '../blocks.js';
import { evmMethod } from '../context.js';

export const eth_coinbase = evmMethod({
  name: 'eth_coinbase',
  summary: 'Returns the beneficiary of the newest block.',
  params: [],
  result: 'address',
  handler: ({ evm }) => to0x(publishedBlock(evm, evm.head()).miner),
  example: { params: [], result: '0x76ce63a70ff8da90941ff8907bed52f914e08669' },
});
