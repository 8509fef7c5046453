/** Implements the methods of snapshots. */
import { NEW_ID } from '../../examples.js';
import { DecodeError } from '../../jsonrpc/errors.js';
import { defaulted, type Param } from '../../jsonrpc/method.js';
import { evmMethod } from '../context.js';
import { decodeBoolean, member } from '../params/go_json.js';
import { snapshotId } from '../params/numbers.js';
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

const revertSettings: Param<boolean> = defaulted(
  'options',
  'object: `settings`, whether the mining mode and impersonation are reverted too',
  false,
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new DecodeError('the options of a revert must be an object such as {"settings": true}');
    for (const name of Object.keys(value))
      if (name !== 'settings') throw new DecodeError(`unknown revert option "${name}", expected "settings"`);
    return member({ ...value }, 'settings', decodeBoolean) ?? false;
  },
);

/** The second parameter exists in Halley only: ganache, Hardhat and Anvil have the first. */
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
