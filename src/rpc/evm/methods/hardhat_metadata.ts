/**
 * `hardhat_metadata`: which chain this is, and how far it is (Hardhat, Anvil). No member says that it forks another.
 * Snapshots are Anvil's member: Hardhat's clients, which ask once for each signer, do not read it.
 */

import type { EvmSnapshots } from '../../../backend/evm/snapshots.js';
import { to0x } from '../../../kernel/hex.js';
import { HEAD_HASH } from '../../examples.js';
import { publishedBlock } from '../blocks.js';
import { evmMethod } from '../context.js';
import { quantity } from '../quantity.js';

/** Shows the snapshots, which hold their hashes, so that no block is read. */
const snapshotsOf = (evm: EvmSnapshots): Record<string, readonly [number, string]> =>
  Object.fromEntries(evm.snapshots().map(({ id, height, hash }) => [quantity(id), [Number(height), to0x(hash)]]));

export const hardhat_metadata = evmMethod({
  name: 'hardhat_metadata',
  aliases: ['anvil_metadata'],
  summary: 'Which chain this is, how far it is, and the snapshots that were taken.',
  params: [],
  result: 'object',
  trustedOnly: true,
  handler: ({ evm, compat }) => {
    const head = evm.head();
    return {
      clientVersion: compat.clientVersion,
      chainId: Number(evm.chainId),
      instanceId: to0x(evm.instanceId()),
      latestBlockNumber: Number(head),
      latestBlockHash: to0x(publishedBlock(evm, head).hash),
      ...(!compat.runsAsHardhat && { snapshots: snapshotsOf(evm) }),
    };
  },
  example: {
    params: [],
    result: { clientVersion: 'anvil/v1.0.0/halley', chainId: 31337, latestBlockNumber: 6, latestBlockHash: HEAD_HASH },
  },
});
