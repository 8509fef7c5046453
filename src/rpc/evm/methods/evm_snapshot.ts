/** Implements `evm_snapshot` (ganache, Hardhat, Anvil). */
import { NEW_ID } from '../../examples.js';
import { evmMethod } from '../context.js';
import { quantity } from '../quantity.js';

export const evm_snapshot = evmMethod({
  name: 'evm_snapshot',
  aliases: ['anvil_snapshot'],
  summary: 'Takes a snapshot of the chain with its mempool, clock, mining mode and impersonation.',
  params: [],
  result: 'quantity: number of the snapshot, from 1',
  trustedOnly: true,
  handler: async ({ evm }) => quantity(await evm.snapshot()),
  example: { params: [], result: NEW_ID },
});
