/** Interface A's pushes, from the buses of heights and of transactions that became executable. */

import type { EvmBlock } from '../../../backend/evm/block.js';
import type { EvmNotices } from '../../../backend/evm/events.js';
import type { EventBus } from '../../../chain/event_bus.js';
import type { EvmChain } from '../../../chain/evm_chain.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { invariant } from '../../../kernel/errors.js';
import type { Undoing } from '../../chain.js';

export interface NoticesParts {
  readonly heights: EventBus<bigint>;
  readonly undoing: EventBus<Undoing>;
  readonly pending: EventBus<Bytes>;
  readonly blocks: EvmChain;
}

export const evmNotices = ({ heights, undoing, pending, blocks }: NoticesParts): EvmNotices => ({
  listen: (listener) => {
    const stopPending = pending.listen((hash) => listener({ type: 'pendingTransaction', hash }));
    const stopBlocks = heights.listen((height) => listener(new BlockNotice(blocks, height)));
    const stopUndoing = undoing.listen(({ to, from }) => {
      if (to < from) listener({ type: 'undoing', first: to + 1n, last: from });
    });
    return () => {
      stopPending();
      stopUndoing();
      stopBlocks();
    };
  },
});

/** Most blocks are looked at by nobody: the view is made when somebody does. */
class BlockNotice {
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
