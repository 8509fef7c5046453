/** `hardhat_getAutomine`; `eth_mining` is what ganache's clients ask. */
import { evmMethod } from '../context.js';

export const hardhat_getAutomine = evmMethod({
  name: 'hardhat_getAutomine',
  aliases: ['anvil_getAutomine'],
  summary: 'Whether a block follows each transaction at once.',
  params: [],
  result: 'boolean',
  trustedOnly: true,
  handler: ({ evm }) => evm.isAutomine(),
  example: { params: [], result: false },
});
