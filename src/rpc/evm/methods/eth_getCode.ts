/** Implements `eth_getCode`. */

import { whenKnown } from '../../../kernel/awaitable.js';
import { to0x } from '../../../kernel/hex.js';
import { CONTRACT, CONTRACT_CODE } from '../../examples.js';
import { readState } from '../blocks.js';
import { evmMethod } from '../context.js';
import { stateBlock } from '../params/block.js';
import { address } from '../params/values.js';

export const eth_getCode = evmMethod({
  name: 'eth_getCode',
  summary: 'Returns the code of an account; empty when it has none.',
  params: [address, stateBlock],
  result: 'data',
  handler: ({ evm }, account, block) => readState(evm, block, (state) => whenKnown(state.code(account), to0x)),
  example: { params: [CONTRACT, 'latest'], result: CONTRACT_CODE },
});
