/** `evm_revert`: back to a snapshot (ganache, Hardhat, Anvil). */
import { evmMethod } from '../context.js';
import { snapshotId } from '../params/whole.js';

export const evm_revert = evmMethod({
  name: 'evm_revert',
  aliases: ['anvil_revert'],
  summary: 'Goes back to a snapshot, which is used up with all later ones.',
  params: [snapshotId],
  result: 'boolean: whether there was such a snapshot',
  trustedOnly: true,
  handler: ({ evm }, id) => evm.revert(id),
  example: { params: ['0x9'], result: false },
});
