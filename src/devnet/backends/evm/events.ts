/** Feeds the subscriptions of the EVM JSON-RPC with heights and with transactions that became executable. */

import type { EvmBlock } from '../../../backend/evm/block.js';
import type { EvmEvents } from '../../../backend/evm/events.js';
import type { EventBus } from '../../../chain/event_bus.js';
import type { EvmChain } from '../../../chain/evm_chain.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { invariant } from '../../../kernel/errors.js';
import type { RevertNotice } from '../../chain/chain.js';

export interface EventsDeps {
  readonly heights: EventBus<bigint>;
  readonly beforeRevert: EventBus<RevertNotice>;
  readonly pending: EventBus<Bytes>;
  readonly blocks: EvmChain;
}

export const evmEvents = ({ heights, beforeRevert, pending, blocks }: EventsDeps): EvmEvents => ({
  listen: (listener) => {
    const stopPending = pending.listen((hash) => listener({ type: 'pendingTransaction', hash }));
    const stopBlocks = heights.listen((height) => listener(new BlockEvent(blocks, height)));
    const stopListening = beforeRevert.listen(({ to, from }) => {
      if (to < from) listener({ type: 'undoing', first: to + 1n, last: from });
    });
    return () => {
      stopPending();
      stopListening();
      stopBlocks();
    };
  },
});

/** Represents a new block. Most blocks are not looked at, so the view is made on demand. */
class BlockEvent {
  readonly type = 'block';

  constructor(
    private readonly blocks: EvmChain,
    private readonly height: bigint,
  ) {}

  get block(): EvmBlock {
    const block = this.blocks.block(this.height);
    invariant(block !== undefined, `block ${this.height} is published`);
    return block;
  }
}
