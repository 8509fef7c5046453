/** `evm_mine`: a block now, in every pace (ganache, Hardhat, Anvil). */
import { evmMethod } from '../context.js';
import { miningOptions } from '../params/mining.js';

export const evm_mine = evmMethod({
  name: 'evm_mine',
  summary: 'Makes a block of what waits, at a given time if one is, or so many blocks.',
  params: [miningOptions],
  result: 'quantity: 0x0',
  trustedOnly: true,
  handler: async ({ evm }, options) => {
    await evm.mineBlocks(options);
    return '0x0';
  },
  example: { params: [{ blocks: 2 }], result: '0x0' },
});
