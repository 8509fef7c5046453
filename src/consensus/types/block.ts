/** A block: header, transactions, evidence and the commit of the block before it (CometBFT types/block.go). */
import type { Bytes } from '../../kernel/bytes.js';
import type { Commit } from './commit.js';
import type { Evidence } from './evidence.js';
import type { Header } from './header.js';

export { BLOCK_PROTOCOL } from './header.js';

export interface Block {
  readonly header: Header;
  readonly txs: readonly Bytes[];
  readonly evidence: readonly Evidence[];
  readonly lastCommit: Commit;
}
