/** Implements `eth_getBalance`. The EVM balance is the bank balance of the base denom. */

import { whenKnown } from '../../../kernel/awaitable.js';
import { ALICE } from '../../examples.js';
import { readState } from '../blocks.js';
import { evmMethod } from '../context.js';
import { stateBlock } from '../params/block.js';
import { address } from '../params/values.js';
import { quantity } from '../quantity.js';

export const eth_getBalance = evmMethod({
  name: 'eth_getBalance',
  summary: 'Returns the balance of an account in wei.',
  params: [address, stateBlock],
  result: 'quantity',
  handler: ({ evm }, account, block) => readState(evm, block, (state) => whenKnown(state.balance(account), quantity)),
  example: { params: [ALICE, 'latest'], result: '0x21e0bfec52bb8c8ef70' },
});
