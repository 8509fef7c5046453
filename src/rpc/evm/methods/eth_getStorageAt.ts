/** Implements `eth_getStorageAt`. The slot may have fewer than 64 digits, as on nodes. */

import { whenKnown } from '../../../kernel/awaitable.js';
import { to0x } from '../../../kernel/hex.js';
import { CONTRACT, word } from '../../examples.js';
import { readState } from '../blocks.js';
import { evmMethod } from '../context.js';
import { stateBlock } from '../params/block.js';
import { address, storageSlot } from '../params/values.js';

export const eth_getStorageAt = evmMethod({
  name: 'eth_getStorageAt',
  summary: 'Returns the value of a storage slot of an account.',
  params: [address, storageSlot, stateBlock],
  result: '32-byte data',
  handler: ({ evm }, account, slot, block) =>
    readState(evm, block, (state) => whenKnown(state.storage(account, slot), to0x)),
  example: { params: [CONTRACT, '0x0', 'latest'], result: word(2) },
});
