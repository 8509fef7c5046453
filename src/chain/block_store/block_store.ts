/**
 * The block store: every committed height with its results, commits and indexes, over a `Store`. A height is prepared
 * as writes, becomes durable with the height's single batch, and is published only then: readers see one immutable
 * version, `height`, and everything at or below it. A record that is missing or damaged throws HalleyError
 * `corrupt-store`. The newest heights are cached as objects, so that reads of them decode nothing.
 */
import type { ExecTxResult, FinalizeBlockResponse } from '../../abci/application.js';
import {
  decodeFinalizeBlockResponse,
  decodeTxResults,
  encodeFinalizeBlockResponse,
} from '../../abci/wire/finalize_block_response.js';
import type { ExecutedTx } from '../../codec/cosmos/executed_tx.js';
import { txHash } from '../../codec/tx_hash.js';
import type { Block } from '../../consensus/types/block.js';
import { type ChainState, decodeChainState, encodeChainState } from '../../consensus/types/chain_state.js';
import { type Commit, decodeExtendedCommit, encodeExtendedCommit } from '../../consensus/types/commit.js';
import { headerHash } from '../../consensus/types/header.js';
import { type ConsensusParams, voteExtensionsEnabled } from '../../consensus/types/params.js';
import type { ValidatorSet } from '../../consensus/types/validator_set.js';
import type { Bytes } from '../../kernel/bytes.js';
import { HeightCache } from '../../kernel/caches.js';
import { HalleyError, invariant } from '../../kernel/errors.js';
import { finish, type Steps } from '../../kernel/steps.js';
import type { Store, WriteOp } from '../../storage/store.js';
import { ETHEREUM_TX, ethereumHashOf } from '../ethereum_hash.js';
import { executedIn } from '../executed_txs.js';
import { type BlockRecords, type StoredBlock, WHOLE_BLOCKS } from './block_records.js';
import type { CommittedHeight } from './committed_height.js';
import {
  blockHashKey,
  blockKey,
  ethereumTxKey,
  evmRecordKey,
  extendedCommitKey,
  heightBytes,
  resultsKey,
  SEEN_COMMIT_KEY,
  STATE_KEY,
  txKey,
} from './keys.js';
import {
  decodeEvmRecord,
  decodePosition,
  type EvmRecord,
  encodeEvmRecord,
  encodePosition,
  type TxPosition,
} from './records.js';
import { ValidatorsAndParams } from './validators_and_params.js';

/**
 * Heights that are cached as objects, those used last: each takes some 10 KB, and is dropped before V8 has moved it
 * twice.
 */
const RECENT_HEIGHTS = 32;

export type { StoredBlock } from './block_records.js';

interface Recent {
  readonly stored: StoredBlock;
  readonly response: FinalizeBlockResponse;
  /** Decoded when it is first read. */
  evm?: EvmRecord | undefined;
  executed?: readonly ExecutedTx[];
}

const put = (key: Bytes, value: Bytes): WriteOp => ({ type: 'put', key, value });
const del = (key: Bytes): WriteOp => ({ type: 'del', key });

const heightOf = ({ lastBlockHeight, initialHeight }: ChainState): bigint =>
  lastBlockHeight === 0n ? initialHeight - 1n : lastBlockHeight;

export class BlockStore {
  readonly #recent = new HeightCache<Recent>(RECENT_HEIGHTS);

  private constructor(
    private readonly store: Store,
    /** Whether the chain outlives the process. */
    private readonly durable: boolean,
    private readonly records: BlockRecords,
    private readonly validatorsAndParams: ValidatorsAndParams,
    private current: ChainState,
    private seen: Commit | undefined,
  ) {}

  /** Initializes a block store over an empty store; returns it with the writes of its first records. */
  static found(
    store: Store,
    durable: boolean,
    genesis: ChainState,
    records = WHOLE_BLOCKS,
  ): { blockStore: BlockStore; writes: WriteOp[] } {
    const { validatorsAndParams, writes } = ValidatorsAndParams.found(store, genesis);
    const blockStore = new BlockStore(store, durable, records, validatorsAndParams, genesis, undefined);
    return { blockStore, writes: [...blockStore.#tipWrites(genesis, undefined), ...writes] };
  }

  /** Returns the block store that a store holds; undefined when it holds none. Throws HalleyError `corrupt-store`. */
  static open(store: Store, records = WHOLE_BLOCKS): BlockStore | undefined {
    const found = store.get(STATE_KEY);
    if (found === undefined) return undefined;
    const state = decodeChainState(found);
    const validatorsAndParams = ValidatorsAndParams.open(store, heightOf(state));
    if (state.lastBlockHeight === 0n || !records.withCommits)
      return new BlockStore(store, true, records, validatorsAndParams, state, undefined);
    const seen = decodeExtendedCommit(store.need(SEEN_COMMIT_KEY));
    if (seen.height !== state.lastBlockHeight)
      throw new HalleyError(
        'corrupt-store',
        `the store holds blocks up to ${state.lastBlockHeight}, and the commit of ${seen.height}`,
      );
    return new BlockStore(store, true, records, validatorsAndParams, state, seen);
  }

  /** Returns the writes that make a height part of the block store. Nothing is visible before `publish`. */
  prepare(committed: CommittedHeight): WriteOp[] {
    const { block, blockId, record, response, state, evm } = committed;
    const height = block.header.height;
    const at = heightBytes(height);
    const writes = [
      put(blockKey(height), record),
      put(blockHashKey(blockId.hash), at),
      put(resultsKey(height), encodeFinalizeBlockResponse(response)),
      ...(evm === undefined ? [] : [put(evmRecordKey(height), encodeEvmRecord(evm))]),
      ...this.validatorsAndParams.prepare(committed),
      ...this.#tipWrites(state, committed.seenCommit),
    ];
    const { lastCommit } = block;
    if (lastCommit.signatures.some(({ extension }) => extension !== undefined))
      writes.push(put(extendedCommitKey(lastCommit.height), encodeExtendedCommit(lastCommit)));
    block.txs.forEach((tx, index) => {
      writes.push(put(txKey(txHash(tx)), encodePosition({ height, index })));
    });
    for (const { index, hash } of committed.executed ?? executedIn(block.txs, response.txResults))
      writes.push(put(ethereumTxKey(hash), encodePosition({ height, index })));
    return writes;
  }

  /**
   * Returns the writes that only a restart reads; in memory there are none, so the seen commit's signatures need not be
   * computed.
   */
  #tipWrites(state: ChainState, seenCommit: Commit | undefined): WriteOp[] {
    if (!this.durable) return [];
    const commit = seenCommit ? put(SEEN_COMMIT_KEY, encodeExtendedCommit(seenCommit)) : del(SEEN_COMMIT_KEY);
    return [put(STATE_KEY, encodeChainState(state)), commit];
  }

  /** Makes a height visible, after its writes are durable. */
  publish(committed: CommittedHeight): void {
    const { block, blockId, record, request, response, evm, executed } = committed;
    const stored = { blockId, block, size: record.length, request };
    this.#recent.set(block.header.height, { stored, response, evm, executed });
    this.validatorsAndParams.publish(committed);
    this.current = committed.state;
    this.seen = committed.seenCommit;
  }

  /**
   * Removes every height above `height`, which `seenCommit` decided. Returns the writes; the change is visible at once.
   */
  revertTo(height: bigint, state: ChainState, seenCommit: Commit | undefined): WriteOp[] {
    return [...finish(this.deletionsAbove(height)), ...this.goBackTo(height, state, seenCommit)];
  }

  /** Returns the deletions of every height above `height`. The steps change nothing. */
  *deletionsAbove(height: bigint): Steps<WriteOp[]> {
    const writes: WriteOp[] = [];
    for (let above = this.height; above > height; above--) {
      const block = this.scanBlock(above);
      invariant(block !== undefined, `height ${above} is in the block store`);
      writes.push(del(blockKey(above)), del(blockHashKey(headerHash(block.header))), del(resultsKey(above)));
      writes.push(del(evmRecordKey(above)), ...this.validatorsAndParams.drop(above));
      if (this.#isExtended(above - 1n)) writes.push(del(extendedCommitKey(above - 1n)));
      yield;
      for (const tx of block.txs) {
        writes.push(del(txKey(txHash(tx))));
        yield;
      }
      for (const result of block.txs.length > 0 ? this.scanTxResults(above, ETHEREUM_TX) : []) {
        const hash = ethereumHashOf(result);
        if (hash !== undefined) writes.push(del(ethereumTxKey(hash)));
        yield;
      }
    }
    return writes;
  }

  /**
   * Makes `height` the newest at once, however many heights are above; `seenCommit` decided it. Returns the writes
   * that, together with `deletionsAbove`, make it durable.
   */
  goBackTo(height: bigint, state: ChainState, seenCommit: Commit | undefined): WriteOp[] {
    const recent = this.height - BigInt(RECENT_HEIGHTS);
    for (let above = this.height; above > height && above > recent; above--) this.#recent.delete(above);
    this.validatorsAndParams.revertTo(height);
    this.current = state;
    this.seen = seenCommit;
    return this.#tipWrites(state, seenCommit);
  }

  get state(): ChainState {
    return this.current;
  }

  /** Returns the newest published height; `initialHeight - 1` before the first block. */
  get height(): bigint {
    return heightOf(this.current);
  }

  get base(): bigint {
    return this.current.initialHeight;
  }

  #has(height: bigint): boolean {
    return height >= this.base && height <= this.height;
  }

  #load(height: bigint): Recent | undefined {
    const known = this.#recent.get(height);
    if (known !== undefined || !this.#has(height)) return known;
    const bytes = this.store.need(blockKey(height));
    const results = this.store.need(resultsKey(height));
    const loaded = { stored: this.records.decode(bytes), response: decodeFinalizeBlockResponse(results) };
    this.#recent.set(height, loaded);
    return loaded;
  }

  block(height: bigint): StoredBlock | undefined {
    return this.#load(height)?.stored;
  }

  results(height: bigint): FinalizeBlockResponse | undefined {
    return this.#load(height)?.response;
  }

  /** Returns the block of a height without caching it, for callers that read the whole chain. */
  scanBlock(height: bigint): Block | undefined {
    const known = this.#recent.get(height)?.stored.block;
    if (known !== undefined || !this.#has(height)) return known;
    return this.records.decodeBlock(this.store.need(blockKey(height)));
  }

  /** Returns the results of a height without caching them. */
  scanResults(height: bigint): FinalizeBlockResponse | undefined {
    const known = this.#recent.get(height)?.response;
    if (known !== undefined || !this.#has(height)) return known;
    return decodeFinalizeBlockResponse(this.store.need(resultsKey(height)));
  }

  /** Returns the results of a height's transactions without caching them, with at least the events of one type. */
  scanTxResults(height: bigint, eventType: string): readonly ExecTxResult[] {
    const known = this.#recent.get(height)?.response.txResults;
    if (known !== undefined) return known;
    return this.#has(height) ? decodeTxResults(this.store.need(resultsKey(height)), eventType) : [];
  }

  heightOfHash(hash: Bytes): bigint | undefined {
    const at = this.store.get(blockHashKey(hash));
    if (at === undefined) return undefined;
    const height = new DataView(at.buffer, at.byteOffset, 8).getBigUint64(0);
    return this.#has(height) ? height : undefined;
  }

  /** Returns the commit inside the next block, or the seen commit of the newest height. */
  commit(height: bigint): { readonly commit: Commit; readonly canonical: boolean } | undefined {
    if (!this.#has(height)) return undefined;
    if (height === this.height) return this.seen && { commit: this.seen, canonical: false };
    const next = this.block(height + 1n);
    return next && { commit: next.block.lastCommit, canonical: true };
  }

  /** Returns the commit of a height with the extensions of its precommits, where they have some. */
  extendedCommit(height: bigint): Commit | undefined {
    const commit = this.commit(height)?.commit;
    const bytes =
      this.#isExtended(height) && height < this.height ? this.store.get(extendedCommitKey(height)) : undefined;
    return bytes === undefined ? commit : decodeExtendedCommit(bytes);
  }

  #isExtended(height: bigint): boolean {
    const params = this.params(height);
    return params !== undefined && voteExtensionsEnabled(params, height);
  }

  get seenCommit(): Commit | undefined {
    return this.seen;
  }

  validators(height: bigint): ValidatorSet | undefined {
    if (height < this.base || height > this.height + 1n) return undefined;
    if (height === this.height + 1n) return this.current.validators;
    return this.validatorsAndParams.validators(height);
  }

  params(height: bigint): ConsensusParams | undefined {
    if (height < this.base || height > this.height + 1n) return undefined;
    return this.validatorsAndParams.params(height);
  }

  /** Returns the record of a height; undefined for one without, as those of an application without EVM. */
  evmRecord(height: bigint): EvmRecord | undefined {
    if (!this.records.withEvm || !this.#has(height)) return undefined;
    const recent = this.#recent.get(height);
    if (recent === undefined) return decodeEvmRecord(this.store.need(evmRecordKey(height)));
    recent.evm ??= decodeEvmRecord(this.store.need(evmRecordKey(height)));
    return recent.evm;
  }

  /** Returns the Ethereum transactions of a height. */
  executed(height: bigint): readonly ExecutedTx[] | undefined {
    const recent = this.#load(height);
    if (recent !== undefined) recent.executed ??= executedIn(recent.stored.block.txs, recent.response.txResults);
    return recent?.executed;
  }

  position(hash: Bytes): TxPosition | undefined {
    return this.#published(this.store.get(txKey(hash)));
  }

  ethereumPosition(hash: Bytes): TxPosition | undefined {
    return this.#published(this.store.get(ethereumTxKey(hash)));
  }

  #published(bytes: Bytes | undefined): TxPosition | undefined {
    const position = bytes && decodePosition(bytes);
    return position !== undefined && this.#has(position.height) ? position : undefined;
  }
}
