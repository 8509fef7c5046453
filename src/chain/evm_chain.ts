/**
 * The block store as an EVM chain: blocks, receipts and transactions by number and hash, with the newest views kept. Block
 * `initialHeight - 1` is the genesis.
 */

import type { EvmBlock, EvmBlockFees, EvmLog, EvmReceipt } from '../backend/evm/block.js';
import { EMPTY_BLOOM } from '../codec/ethereum/bloom.js';
import type { HeaderEra } from '../codec/ethereum/header.js';
import { type Bytes, equalBytes } from '../kernel/bytes.js';
import { HeightCache } from '../kernel/height_cache.js';
import { unixSeconds } from '../kernel/time.js';
import type { BlockStore } from './block_store/block_store.js';
import type { EvmRecord } from './block_store/records.js';
import { ETHEREUM_TX } from './ethereum_hash.js';
import { blockFees } from './evm/block_fees.js';
import { blockView, genesisView } from './evm/block_view.js';
import { logsOfResults } from './evm/receipts.js';

/** How many views of blocks are kept: those of the heights that the block store keeps as objects. */
const CACHED_VIEWS = 32;
/** Only those of blocks with logs have bytes of their own, 256 each. */
const CACHED_BLOOMS = 65_536;
const CACHED_FEES = 4_096;
/** Blocks with more different tips are read again each time: what is kept is small. */
const MAX_CACHED_TIPS = 16;

export interface EvmGenesis {
  readonly hash: Bytes;
  readonly time: bigint;
  readonly record: EvmRecord;
}

export class EvmChain {
  readonly #views = new HeightCache<EvmBlock>(CACHED_VIEWS);
  readonly #blooms = new HeightCache<Bytes>(CACHED_BLOOMS);
  readonly #fees = new HeightCache<EvmBlockFees>(CACHED_FEES);
  #reverts = 0;
  readonly #genesis: EvmBlock;

  /** `prevRandao` says what PREVRANDAO was in a height; `era` says which members its headers have. */
  constructor(
    private readonly blockStore: BlockStore,
    genesis: EvmGenesis,
    private readonly prevRandao: (height: bigint) => Bytes,
    private readonly era: HeaderEra = 'prague',
  ) {
    this.#genesis = genesisView(blockStore.base - 1n, genesis.hash, unixSeconds(genesis.time), genesis.record, era);
  }

  get head(): bigint {
    return this.blockStore.height;
  }

  block(height: bigint): EvmBlock | undefined {
    if (height === this.#genesis.number) return this.#genesis;
    const known = this.#views.get(height);
    if (known !== undefined) return known;
    const view = this.#view(height);
    if (view !== undefined) this.#views.set(height, view);
    return view;
  }

  /** Returns how many reverts there have been: when it has changed, a height may hold another block. */
  get reverts(): number {
    return this.#reverts;
  }

  /** After a revert: a height may hold another block. */
  forget(): void {
    this.#reverts++;
    this.#views.clear();
    this.#blooms.clear();
    this.#fees.clear();
  }

  heightOfHash(hash: Bytes): bigint | undefined {
    if (equalBytes(hash, this.#genesis.hash)) return this.#genesis.number;
    return this.blockStore.heightOfHash(hash);
  }

  receipt(hash: Bytes): EvmReceipt | undefined {
    const position = this.blockStore.ethereumPosition(hash);
    if (position === undefined) return undefined;
    return this.block(position.height)?.receipts.find(({ transaction }) => equalBytes(transaction.hash, hash));
  }

  bloom(height: bigint): Bytes {
    const kept = this.#blooms.get(height);
    if (kept !== undefined) return kept;
    const stored = this.blockStore.evmRecord(height)?.logsBloom;
    if (stored === undefined) return EMPTY_BLOOM;
    const bloom = stored.length === 0 ? EMPTY_BLOOM : stored;
    this.#blooms.set(height, bloom);
    return bloom;
  }

  /** The views that are kept stay those that others asked for: many heights may be asked for one after the other. */
  fees(height: bigint): EvmBlockFees | undefined {
    const kept = this.#fees.get(height);
    if (kept !== undefined) return kept;
    const block = height === this.#genesis.number ? this.#genesis : (this.#views.get(height) ?? this.#view(height));
    if (block === undefined) return undefined;
    const fees = blockFees(block);
    if (fees.tips.length <= MAX_CACHED_TIPS) this.#fees.set(height, fees);
    return fees;
  }

  /** Of a block, in order. Neither the block nor its view is looked at: many may be asked for one after the other. */
  logs(height: bigint): readonly EvmLog[] {
    if (this.bloom(height) === EMPTY_BLOOM) return [];
    return logsOfResults(this.blockStore.scanTxResults(height, ETHEREUM_TX), height);
  }

  #view(height: bigint): EvmBlock | undefined {
    const stored = this.blockStore.block(height);
    const results = this.blockStore.results(height);
    const record = this.blockStore.evmRecord(height);
    if (stored === undefined || results === undefined || record === undefined) return undefined;
    const options = { era: this.era, genesisHash: this.#genesis.hash, prevRandao: this.prevRandao };
    return blockView(stored, results, record, options, this.blockStore.executed(height));
  }
}
