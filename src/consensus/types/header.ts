/** Block header and its hash: Merkle root over 14 protobuf-encoded fields (CometBFT types/block.go, Header.Hash). */
import type { Bytes } from '../../kernel/bytes.js';
import type { UnixNanos } from '../../kernel/time.js';
import type { BlockId } from './block_id.js';

export interface Header {
  readonly version: { readonly block: bigint; readonly app: bigint };
  readonly chainId: string;
  readonly height: bigint;
  readonly time: UnixNanos;
  readonly lastBlockId: BlockId;
  readonly lastCommitHash: Bytes;
  readonly dataHash: Bytes;
  readonly validatorsHash: Bytes;
  readonly nextValidatorsHash: Bytes;
  readonly consensusHash: Bytes;
  /** State after the block before this one. */
  readonly appHash: Bytes;
  readonly lastResultsHash: Bytes;
  readonly evidenceHash: Bytes;
  readonly proposerAddress: Bytes;
}
