/** Implements `anvil_loadState` (Anvil): merges the accounts of a state file into the chain, and takes over its blocks. */
import { evmMethod } from '../context.js';
import { state } from '../params/state_files.js';

export const anvil_loadState = evmMethod({
  name: 'anvil_loadState',
  aliases: ['hardhat_loadState'],
  summary: 'Merges the accounts of a state file into the chain, which continues after its blocks.',
  params: [state],
  result: 'true',
  trustedOnly: true,
  handler: async ({ evm, peer }, bytes) => {
    await evm.loadState(bytes, peer);
    return true;
  },
  example: { params: ['0x7b226163636f756e7473223a7b7d7d'], result: true },
});
