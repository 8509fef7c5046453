/** Reads what the store of an application under CometBFT has of each height. Damaged records are reported. */
import type { FinalizeBlockRequest, FinalizeBlockResponse } from '../../../abci/application.js';
import { decodeFinalizeBlockResponse } from '../../../abci/wire/finalize_block_response.js';
import { appHashIn, heightKey } from '../../../app/state/records.js';
import { FINALIZED_BLOCKS } from '../../../chain/block_store/finalized_blocks.js';
import {
  blockHashKey,
  blockKey,
  evmRecordKey,
  heightBytes,
  resultsKey,
  STATE_KEY,
  txKey,
} from '../../../chain/block_store/keys.js';
import { decodeEvmRecord, type EvmRecord } from '../../../chain/block_store/records.js';
import { CodecError } from '../../../codec/codec_error.js';
import { txHash } from '../../../codec/tx_hash.js';
import { decodeChainState } from '../../../consensus/types/chain_state.js';
import { bytesOfText } from '../../../kernel/byte_text.js';
import { type Bytes, equalBytes } from '../../../kernel/bytes.js';
import { HalleyError, invariant } from '../../../kernel/errors.js';
import type { Store } from '../../../storage/store.js';
import type { Findings } from '../findings.js';

export interface StoredRequest {
  /** Hash of the block before; empty for the first block. */
  readonly parentHash: Bytes;
  readonly request: FinalizeBlockRequest;
}

export class StoredRequests {
  constructor(
    private readonly store: Store,
    private readonly findings: Findings,
    /** Last height. */
    private readonly tip: bigint,
  ) {}

  request(height: bigint): StoredRequest | undefined {
    return this.findings.decoded(this.store, blockKey(height), requestIn);
  }

  results(height: bigint): FinalizeBlockResponse | undefined {
    return this.findings.decoded(this.store, resultsKey(height), decodeFinalizeBlockResponse);
  }

  evmRecord(height: bigint): EvmRecord | undefined {
    return this.findings.decoded(this.store, evmRecordKey(height), decodeEvmRecord);
  }

  /** Returns the app hash that the state has for a height. */
  appHash(height: bigint): Bytes | undefined {
    return this.findings.decoded(this.store, bytesOfText(heightKey(Number(height))), appHashIn);
  }

  /** Returns the index of the first transaction whose place is not stored; -1 when all are. */
  withoutPlace({ txs }: FinalizeBlockRequest): number {
    return txs.findIndex((tx) => this.#peek(txKey(txHash(tx))) === undefined);
  }

  /** Returns whether the hash of a block is neither in the index of blocks nor in the block after it. */
  isUnknownHash({ hash, height }: FinalizeBlockRequest): boolean {
    const at = this.#peek(blockHashKey(hash));
    if (at !== undefined && equalBytes(at, heightBytes(height))) return false;
    const next = this.#hashAfter(height);
    return next !== undefined && !equalBytes(next, hash);
  }

  /** Returns the hash of a block as the next record names it: the block after it, or the chain's state. */
  #hashAfter(height: bigint): Bytes | undefined {
    const next = this.#peek(height < this.tip ? blockKey(height + 1n) : STATE_KEY);
    if (next === undefined) return undefined;
    try {
      return height < this.tip ? requestIn(next).parentHash : decodeChainState(next).lastBlockId.hash;
    } catch (error) {
      if (error instanceof CodecError) return undefined;
      throw error;
    }
  }

  /** Reads a record without a report, because it is compared later. */
  #peek(key: Bytes): Bytes | undefined {
    try {
      return this.store.get(key);
    } catch (error) {
      if (error instanceof HalleyError && error.code === 'corrupt-store') return undefined;
      throw error;
    }
  }
}

function requestIn(record: Bytes): StoredRequest {
  const { block, request } = FINALIZED_BLOCKS.decode(record);
  invariant(request !== undefined, 'a finalized block has its request');
  return { parentHash: block.header.lastBlockId.hash, request };
}
