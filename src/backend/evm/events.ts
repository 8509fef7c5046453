/** Defines the events that listeners receive. */
import type { Bytes } from '../../kernel/bytes.js';
import type { EvmBlock } from './block.js';

/** Event that is emitted after every query can read the block; `block` may be built on its first read. */
export type EvmEvent =
  | { readonly type: 'block'; readonly block: EvmBlock }
  | { readonly type: 'pendingTransaction'; readonly hash: Bytes }
  /** These blocks are reverted right after the event; they can still be read during it. */
  | { readonly type: 'undoing'; readonly first: bigint; readonly last: bigint }
  /** Blocks were reverted, and `block` is the head again. */
  | { readonly type: 'reverted'; readonly block: EvmBlock };

export interface EvmEvents {
  /** Subscribes a listener. Returns a function that ends the subscription. */
  listen(listener: (event: EvmEvent) => void): () => void;
}
