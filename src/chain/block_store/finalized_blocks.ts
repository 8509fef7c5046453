/**
 * Makes the blocks of a store whose engine runs in another process. FinalizeBlock brings only a part of a header, and no
 * commit: members that it does not bring are empty in the block. The engine holds the whole block.
 */
import type { FinalizeBlockRequest } from '../../abci/application.js';
import { FinalizeBlockCodec } from '../../abci/wire/request.js';
import { ProtoReader, ProtoWriter } from '../../codec/protobuf/index.js';
import type { Block } from '../../consensus/types/block.js';
import { type BlockId, NIL_BLOCK_ID } from '../../consensus/types/block_id.js';
import { EMPTY_COMMIT } from '../../consensus/types/commit.js';
import { BLOCK_PROTOCOL } from '../../consensus/types/header.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import type { BlockRecords } from './block_records.js';

/** Request that an engine asked to execute, and the hash of the block before. */
interface FinalizedBlock {
  readonly parentHash: Bytes;
  readonly request: FinalizeBlockRequest;
}

/** Requests of FinalizeBlock, each with the hash of the block before. */
export const FINALIZED_BLOCKS: BlockRecords = {
  withCommits: false,
  withEvm: true,
  decode: (record) => {
    const finalized = decodeFinalized(record);
    return { ...partsOf(finalized), size: record.length, request: finalized.request };
  },
  decodeBlock: (record) => partsOf(decodeFinalized(record)).block,
};

/** Returns a block, its id and its record; `last` is the id of the block before. */
export function finalizedBlock(
  request: FinalizeBlockRequest,
  last: BlockId,
): { readonly block: Block; readonly blockId: BlockId; readonly record: Bytes } {
  const parentHash = last.hash;
  const record = new ProtoWriter().bytes(1, parentHash).message(2, FinalizeBlockCodec.encode(request)).finish();
  return { ...partsOf({ parentHash, request }), record };
}

function decodeFinalized(record: Bytes): FinalizedBlock {
  const reader = new ProtoReader(record);
  let parentHash = EMPTY_BYTES;
  let request = EMPTY_BYTES;
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) parentHash = reader.bytes();
    else if (field === 2) request = reader.bytes();
    else throw reader.unknown('FinalizedBlock');
  }
  return { parentHash, request: FinalizeBlockCodec.decode(request) };
}

function partsOf({ parentHash, request }: FinalizedBlock): { readonly block: Block; readonly blockId: BlockId } {
  const { hash, height, time, nextValidatorsHash, proposerAddress, txs } = request;
  const header = {
    version: { block: BLOCK_PROTOCOL, app: 0n },
    chainId: '',
    height,
    time,
    lastBlockId: { ...NIL_BLOCK_ID, hash: parentHash },
    lastCommitHash: EMPTY_BYTES,
    dataHash: EMPTY_BYTES,
    validatorsHash: EMPTY_BYTES,
    nextValidatorsHash,
    consensusHash: EMPTY_BYTES,
    appHash: EMPTY_BYTES,
    lastResultsHash: EMPTY_BYTES,
    evidenceHash: EMPTY_BYTES,
    proposerAddress,
  };
  return { block: { header, txs, evidence: [], lastCommit: EMPTY_COMMIT }, blockId: { ...NIL_BLOCK_ID, hash } };
}
