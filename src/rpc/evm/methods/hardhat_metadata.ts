/**
 * Implements `hardhat_metadata` (Hardhat, Anvil): identifies the chain and its newest block. Only a forked chain has the
 * member `forkedNetwork`, and only Anvil the member `snapshots`. Hardhat's clients, which call this once for each
 * signer, do not read the latter.
 */

import type { EvmSnapshots, ForkedHistory } from '../../../backend/evm/snapshots.js';
import { defined } from '../../../kernel/defined.js';
import { to0x } from '../../../kernel/hex.js';
import { HEAD_HASH } from '../../examples.js';
import { publishedBlock } from '../blocks.js';
import { evmMethod } from '../context.js';
import { quantity } from '../quantity.js';

/** Returns the snapshots in Anvil's form. A snapshot stores the hash of its block, so no block is read. */
const snapshotsOf = (evm: EvmSnapshots): Record<string, readonly [number, string]> =>
  Object.fromEntries(evm.snapshots().map(({ id, height, hash }) => [quantity(id), [Number(height), to0x(hash)]]));

/** Describes the forked chain as both tools do. */
const forkedNetwork = ({ chainId, blockNumber, blockHash }: ForkedHistory) => ({
  chainId: Number(chainId),
  forkBlockNumber: Number(blockNumber),
  forkBlockHash: to0x(blockHash),
});

export const hardhat_metadata = evmMethod({
  name: 'hardhat_metadata',
  aliases: ['anvil_metadata'],
  summary: 'Describes the chain, its newest block, the forked chain, and the snapshots that were taken.',
  params: [],
  result: 'object',
  trustedOnly: true,
  handler: ({ evm, compat }) => {
    const head = evm.head();
    return defined({
      clientVersion: compat.clientVersion,
      chainId: Number(evm.chainId),
      instanceId: to0x(evm.instanceId()),
      latestBlockNumber: Number(head),
      latestBlockHash: to0x(publishedBlock(evm, head).hash),
      forkedNetwork: evm.forked && forkedNetwork(evm.forked),
      snapshots: compat.runsAsHardhat ? undefined : snapshotsOf(evm),
    });
  },
  example: {
    params: [],
    result: { clientVersion: 'anvil/v1.0.0/halley', chainId: 31337, latestBlockNumber: 6, latestBlockHash: HEAD_HASH },
  },
});
