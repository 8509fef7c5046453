/** Implements `eth_getTransactionCount`. `pending` counts the pending transactions too. */

import { whenKnown } from '../../../kernel/awaitable.js';
import { BOB } from '../../examples.js';
import { stateAt } from '../blocks.js';
import { evmMethod } from '../context.js';
import { stateBlock } from '../params/block.js';
import { address } from '../params/values.js';
import { quantity } from '../quantity.js';

export const eth_getTransactionCount = evmMethod({
  name: 'eth_getTransactionCount',
  summary: 'Returns the next nonce of an account.',
  params: [address, stateBlock],
  result: 'quantity',
  handler: ({ evm }, account, block) => whenKnown(evm.nonce(account, stateAt(evm, block)), quantity),
  example: { params: [BOB, 'pending'], result: '0x3' },
});
