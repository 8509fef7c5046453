/** Implements `evm_mine` (ganache, Hardhat, Anvil): makes a block immediately, in every mining mode. */
import { evmMethod } from '../context.js';
import { miningOptions } from '../params/mining.js';

export const evm_mine = evmMethod({
  name: 'evm_mine',
  summary: 'Mines a block with the pending transactions, optionally at a given time, or a number of blocks.',
  params: [miningOptions],
  result: "quantity: 0x0; `0` in Hardhat's compat modes",
  trustedOnly: true,
  handler: async ({ evm, compat }, options) => {
    await evm.mineBlocks(options);
    return compat.hardhatRelease === undefined ? '0x0' : '0';
  },
  example: { params: [{ blocks: 2 }], result: '0x0' },
});
