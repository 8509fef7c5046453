/**
 * Implements `anvil_nodeInfo` (Anvil): describes the newest block and the conditions for the next transactions. The URL
 * of a fork is shown without its path, user and query, which may contain a key.
 */
import { to0x } from '../../../kernel/hex.js';
import { HEAD_HASH } from '../../examples.js';
import { publishedBlock } from '../blocks.js';
import { evmMethod } from '../context.js';
import { suggestedGasPrice } from '../fees/gas_price.js';
import { quantity } from '../quantity.js';

export const anvil_nodeInfo = evmMethod({
  name: 'anvil_nodeInfo',
  aliases: ['hardhat_nodeInfo'],
  summary: 'Describes the newest block, the rules, the forked chain, and the fees and limits that come next.',
  params: [],
  result: 'object',
  trustedOnly: true,
  handler: ({ evm }) => {
    const { number, timestamp, hash, gasLimit } = publishedBlock(evm, evm.head());
    return {
      currentBlockNumber: quantity(number),
      currentBlockTimestamp: Number(timestamp),
      currentBlockHash: to0x(hash),
      hardFork: evm.hardfork,
      transactionOrder: evm.order,
      environment: {
        baseFee: quantity(evm.nextBaseFee(number)),
        chainId: Number(evm.chainId),
        gasLimit: quantity(gasLimit),
        gasPrice: quantity(suggestedGasPrice(evm)),
      },
      forkConfig: {
        forkUrl: evm.forked?.label ?? null,
        forkBlockNumber: evm.forked === undefined ? null : Number(evm.forked.blockNumber),
        forkRetryBackoff: evm.forked?.retryBackoffMs ?? null,
      },
    };
  },
  example: {
    params: [],
    result: { currentBlockNumber: '0x6', currentBlockHash: HEAD_HASH, hardFork: 'osaka', transactionOrder: 'fees' },
  },
});
