/**
 * Implements `anvil_mine_detailed` (Anvil): mines as `evm_mine` does, and returns the blocks with the output of each
 * transaction.
 */
import type { EvmBlock } from '../../../backend/evm/block.js';
import { revertReason } from '../../../codec/ethereum/revert_data.js';
import { to0x } from '../../../kernel/hex.js';
import type { Json } from '../../../kernel/json.js';
import { invalidParams } from '../../jsonrpc/errors.js';
import { evmMethod } from '../context.js';
import { miningOptions } from '../params/mining.js';
import { blockView } from '../views/block.js';
import { transactionView } from '../views/transaction.js';

/** Most blocks of one response. */
const MAX_BLOCKS = 1000;

function detailed(block: EvmBlock): Json {
  const transactions = block.receipts.map(({ transaction, success, returnData }): Json => {
    const reason = success ? undefined : revertReason(returnData);
    return {
      ...transactionView(transaction),
      output: to0x(returnData),
      ...(reason !== undefined && { revertReason: reason }),
    };
  });
  return { ...blockView(block, false), transactions };
}

export const anvil_mine_detailed = evmMethod({
  name: 'anvil_mine_detailed',
  aliases: ['evm_mine_detailed'],
  summary: 'Mines blocks as evm_mine does, and returns them.',
  params: [miningOptions],
  result: 'blocks with full transactions, each with its `output` and, for a revert with a reason, `revertReason`',
  trustedOnly: true,
  handler: async ({ evm }, options) => {
    const { blocks } = options;
    if (blocks > MAX_BLOCKS)
      throw invalidParams(`cannot return ${blocks} blocks, expected at most ${MAX_BLOCKS}; mine them in several calls`);
    const last = await evm.mineBlocks(options);
    const heights = Array.from({ length: blocks }, (_, i) => last - BigInt(blocks - 1 - i));
    return heights.flatMap((height) => evm.block(height) ?? []).map(detailed);
  },
  example: { params: [{ blocks: 1 }], result: [{ number: '0x7' }] },
});
