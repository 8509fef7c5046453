/** Implements `evm_revert` (ganache, Hardhat, Anvil): reverts to a snapshot. Only Halley has the second parameter. */
import { evmMethod } from '../context.js';
import { revertSettings } from '../params/revert.js';
import { snapshotId } from '../params/whole.js';

export const evm_revert = evmMethod({
  name: 'evm_revert',
  aliases: ['anvil_revert'],
  summary: 'Reverts the chain to a snapshot, and removes that snapshot and all later ones.',
  params: [snapshotId, revertSettings],
  result: 'boolean: whether the snapshot existed',
  trustedOnly: true,
  handler: ({ evm }, id, settings) => evm.revert(id, settings),
  example: { params: ['0x3e8'], result: false },
});
