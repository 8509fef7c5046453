/** What is pushed to those who listen. */
import type { Bytes } from '../../kernel/bytes.js';
import type { EvmBlock } from './block.js';

/** Pushed after every query for the block answers; `block` may be made when it is first read. */
export type EvmEvent =
  | { readonly type: 'block'; readonly block: EvmBlock }
  | { readonly type: 'pendingTransaction'; readonly hash: Bytes }
  /** These blocks are taken back right after it; they can still be read. */
  | { readonly type: 'undoing'; readonly first: bigint; readonly last: bigint };

export interface EvmEvents {
  /** Returns the function that stops it. */
  listen(listener: (notice: EvmEvent) => void): () => void;
}
