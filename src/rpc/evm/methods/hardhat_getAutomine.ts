/** Implements `hardhat_getAutomine`. Clients of ganache call `eth_mining` instead. */
import { evmMethod } from '../context.js';

export const hardhat_getAutomine = evmMethod({
  name: 'hardhat_getAutomine',
  aliases: ['anvil_getAutomine'],
  summary: 'Returns whether automine is on.',
  params: [],
  result: 'boolean',
  trustedOnly: true,
  handler: ({ evm }) => evm.isAutomine(),
  example: { params: [], result: false },
});
