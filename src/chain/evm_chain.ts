/**
 * The block store as an EVM chain: blocks, receipts and transactions by number and hash, with the newest views kept. Block
 * `initialHeight - 1` is the genesis.
 */

import { EMPTY_BLOOM } from '../codec/bloom.js';
import { type Bytes, equalBytes } from '../kernel/bytes.js';
import { RecentMap } from '../kernel/recent_map.js';
import { unixSeconds } from '../kernel/time.js';
import type { EvmBlock, EvmLog, EvmReceipt } from '../rpc/ports/evm/block.js';
import type { BlockStore } from './block_store/block_store.js';
import type { EvmRecord } from './block_store/records.js';
import { blockView, genesisView } from './evm/block_view.js';
import { KeptBlooms } from './evm/blooms.js';
import { ETHEREUM_TX } from './evm/ethereum_hash.js';
import { logsOfResults } from './evm/receipts.js';

/** How many views of blocks are kept. */
const KEPT_VIEWS = 256;

export interface EvmGenesis {
  readonly hash: Bytes;
  readonly time: bigint;
  readonly record: EvmRecord;
}

export class EvmChain {
  readonly #views = new RecentMap<bigint, EvmBlock>(KEPT_VIEWS);
  readonly #blooms = new KeptBlooms();
  readonly #genesis: EvmBlock;

  /** `prevRandao` says what PREVRANDAO was in a height. */
  constructor(
    private readonly blockStore: BlockStore,
    genesis: EvmGenesis,
    private readonly prevRandao: (height: bigint) => Bytes,
  ) {
    this.#genesis = genesisView(blockStore.base - 1n, genesis.hash, unixSeconds(genesis.time), genesis.record);
  }

  get head(): bigint {
    return this.blockStore.height;
  }

  block(height: bigint): EvmBlock | undefined {
    if (height === this.#genesis.number) return this.#genesis;
    const stored = this.blockStore.block(height);
    if (stored === undefined) return undefined;
    const known = this.#views.get(height);
    if (known !== undefined) return known;
    const results = this.blockStore.results(height);
    const record = this.blockStore.evmRecord(height);
    if (results === undefined || record === undefined) return undefined;
    const options = { genesisHash: this.#genesis.hash, prevRandao: this.prevRandao };
    const view = blockView(stored, results, record, options);
    this.#views.set(height, view);
    return view;
  }

  /** After a revert: a height may hold another block. */
  forget(): void {
    this.#views.clear();
    this.#blooms.clear();
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
    return this.#blooms.get(height, this.#readBloom) ?? EMPTY_BLOOM;
  }

  /** Of a block, in order. Neither the block nor its view is looked at: many may be asked for one after the other. */
  logs(height: bigint): readonly EvmLog[] {
    if (this.bloom(height) === EMPTY_BLOOM) return [];
    return logsOfResults(this.blockStore.scanTxResults(height, ETHEREUM_TX), height);
  }

  readonly #readBloom = (height: bigint): Bytes | undefined => {
    const bloom = this.blockStore.evmRecord(height)?.logsBloom;
    return bloom?.length === 0 ? EMPTY_BLOOM : bloom;
  };
}
