/** Feeds the subscriptions of the EVM JSON-RPC with heights and with transactions that became executable. */

import type { EvmBlock } from '../../../backend/evm/block.js';
import type { EvmEvents } from '../../../backend/evm/events.js';
import type { EvmChain } from '../../../chain/evm_chain.js';
import { invariant } from '../../../kernel/errors.js';
import type { Chain } from '../../chain/chain.js';

export const evmEvents = (
  { heights, beforeRevert, afterRevert, pending }: Pick<Chain, 'heights' | 'beforeRevert' | 'afterRevert' | 'pending'>,
  blocks: EvmChain,
): EvmEvents => ({
  listen: (listener) => {
    const stopPending = pending.listen((hash) => listener({ type: 'pendingTransaction', hash }));
    const stopBlocks = heights.listen((height) => listener(new BlockEvent('block', blocks, height)));
    const stopHeads = afterRevert.listen((height) => listener(new BlockEvent('reverted', blocks, height)));
    const stopListening = beforeRevert.listen(({ to, from }) => {
      if (to < from) listener({ type: 'undoing', first: to + 1n, last: from });
    });
    return () => {
      stopPending();
      stopListening();
      stopHeads();
      stopBlocks();
    };
  },
});

/** Represents a new head. Most blocks are not looked at, so the view is made on demand. */
class BlockEvent {
  constructor(
    readonly type: 'block' | 'reverted',
    private readonly blocks: EvmChain,
    private readonly height: bigint,
  ) {}

  get block(): EvmBlock {
    const block = this.blocks.block(this.height);
    invariant(block !== undefined, `block ${this.height} is published`);
    return block;
  }
}
