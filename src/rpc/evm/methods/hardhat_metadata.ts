/** `hardhat_metadata`: which chain this is, and how far it is (Hardhat, Anvil). No member says that it forks another. */
import { to0x } from '../../../kernel/hex.js';
import { HEAD_HASH } from '../../examples.js';
import { publishedBlock } from '../blocks.js';
import { evmMethod } from '../context.js';
import { quantity } from '../quantity.js';

export const hardhat_metadata = evmMethod({
  name: 'hardhat_metadata',
  aliases: ['anvil_metadata'],
  summary: 'Which chain this is, how far it is, and the snapshots that were taken.',
  params: [],
  result: 'object',
  trustedOnly: true,
  handler: ({ evm, identity }) => {
    const head = evm.head();
    const hashAt = (height: bigint): string => to0x(publishedBlock(evm, height).hash);
    return {
      clientVersion: identity.clientVersion,
      chainId: Number(evm.chainId),
      instanceId: to0x(evm.instanceId()),
      latestBlockNumber: Number(head),
      latestBlockHash: hashAt(head),
      snapshots: Object.fromEntries(
        evm.snapshots().map(({ id, height }) => [quantity(id), [Number(height), hashAt(height)]]),
      ),
    };
  },
  example: {
    params: [],
    result: { clientVersion: 'anvil/v1.0.0/halley', chainId: 31337, latestBlockNumber: 6, latestBlockHash: HEAD_HASH },
  },
});
