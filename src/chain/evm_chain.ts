/**
 * Shows the block store as an EVM chain: blocks, receipts and transactions by number and hash. The newest views are
 * cached. Block `initialHeight - 1` is the genesis.
 */
import type { EvmBlock, EvmBlockFees, EvmLog, EvmReceipt } from '../backend/evm/block.js';
import type { HeaderEra } from '../codec/ethereum/header.js';
import { bloomOf, EMPTY_BLOOM } from '../codec/ethereum/receipt.js';
import { type Bytes, equalBytes, ZERO_HASH } from '../kernel/bytes.js';
import { HeightCache } from '../kernel/caches.js';
import { evmTimestamp } from '../kernel/time.js';
import type { BlockStore } from './block_store/block_store.js';
import type { EvmRecord } from './block_store/records.js';
import { ETHEREUM_TX } from './ethereum_hash.js';
import { blockView, genesisView, joinedBlooms } from './evm/block_view.js';
import type { CosmosTxs } from './evm/cosmos_txs.js';
import { logsOfResults } from './evm/receipts.js';

/** Number of cached views of blocks: those of the heights that the block store caches as objects. */
const CACHED_VIEWS = 32;
/** Number of cached blooms. Only those of blocks with logs have bytes of their own, 256 each. */
const CACHED_BLOOMS = 65_536;
const CACHED_FEES = 4_096;
/** Most different tips of a cached block; blocks with more are read again each time. */
const MAX_CACHED_TIPS = 16;

export interface EvmGenesis {
  readonly hash: Bytes;
  readonly time: bigint;
  readonly record: EvmRecord;
}

/** Computes the fees of a block for `eth_feeHistory` (evm-json-rpc.md 6.7). */
export function blockFees({ baseFeePerGas, gasLimit, gasUsed, receipts }: EvmBlock): EvmBlockFees {
  const gasOfTip = new Map<bigint, bigint>();
  for (const { effectiveGasPrice, gasUsed: gas } of receipts) {
    const tip = effectiveGasPrice - baseFeePerGas;
    gasOfTip.set(tip, (gasOfTip.get(tip) ?? 0n) + gas);
  }
  const tips = [...gasOfTip].map(([tip, gas]) => ({ tip, gas })).sort((a, b) => (a.tip < b.tip ? -1 : 1));
  return { baseFeePerGas, gasLimit, gasUsed, tips };
}

export class EvmChain {
  readonly #views = new HeightCache<EvmBlock>(CACHED_VIEWS);
  readonly #blooms = new HeightCache<Bytes>(CACHED_BLOOMS);
  readonly #fees = new HeightCache<EvmBlockFees>(CACHED_FEES);
  #reverts = 0;
  /** Same chain with the Cosmos transactions; undefined until it is requested. */
  #shown: EvmChain | undefined;
  /** `undefined` on a node that began with a restored state. */
  readonly #genesis: EvmBlock | undefined;

  /**
   * `genesis` is undefined on a node that began with a restored state. `prevRandao` returns the value of PREVRANDAO at
   * a height; `era` decides which members the headers have. `cosmosTxs` shows Cosmos transactions too.
   */
  constructor(
    private readonly blockStore: BlockStore,
    private readonly genesis: EvmGenesis | undefined,
    private readonly prevRandao: (height: bigint) => Bytes,
    private readonly era: HeaderEra = 'prague',
    private readonly cosmosTxs?: CosmosTxs,
  ) {
    if (genesis === undefined) return;
    this.#genesis = genesisView(blockStore.base - 1n, genesis.hash, evmTimestamp(genesis.time), genesis.record, era);
  }

  /** Returns the same chain with Cosmos transactions in blocks, receipts, logs and blooms, but not in fees. */
  showing(cosmosTxs: CosmosTxs): EvmChain {
    this.#shown ??= new EvmChain(this.blockStore, this.genesis, this.prevRandao, this.era, cosmosTxs);
    return this.#shown;
  }

  get head(): bigint {
    return this.blockStore.height;
  }

  /** Number of the lowest block: the genesis, or the first one after a restored state. */
  get firstNumber(): bigint {
    return this.#genesis?.number ?? this.blockStore.base;
  }

  /** Whether the chain has blocks below `firstNumber`. */
  get isPruned(): boolean {
    return this.#genesis === undefined;
  }

  block(height: bigint): EvmBlock | undefined {
    if (height === this.#genesis?.number) return this.#genesis;
    const known = this.#views.get(height);
    if (known !== undefined) return known;
    const view = this.#view(height);
    if (view !== undefined) this.#views.set(height, view);
    return view;
  }

  /** Number of reverts: after each, a height may hold another block. */
  get reverts(): number {
    return this.#reverts;
  }

  /** Empties the caches after a revert, because a height may hold another block. */
  forget(): void {
    this.#reverts++;
    this.#shown?.forget();
    this.#views.clear();
    this.#blooms.clear();
    this.#fees.clear();
  }

  heightOfHash(hash: Bytes): bigint | undefined {
    if (this.#genesis !== undefined && equalBytes(hash, this.#genesis.hash)) return this.#genesis.number;
    return this.blockStore.heightOfHash(hash);
  }

  receipt(hash: Bytes): EvmReceipt | undefined {
    const position = this.blockStore.ethereumPosition(hash) ?? (this.cosmosTxs && this.blockStore.position(hash));
    if (position === undefined) return undefined;
    return this.block(position.height)?.receipts.find(({ transaction }) => equalBytes(transaction.hash, hash));
  }

  bloom(height: bigint): Bytes {
    const cached = this.#blooms.get(height);
    if (cached !== undefined) return cached;
    const stored = this.#ownBloom(height);
    if (stored === undefined) return EMPTY_BLOOM;
    const others = this.cosmosTxs?.logs(height, 0) ?? [];
    const bloom = others.length === 0 ? stored : joinedBlooms(stored, bloomOf(others));
    this.#blooms.set(height, bloom);
    return bloom;
  }

  /** Adds no view to the cache, because a caller may read many heights one after the other. */
  fees(height: bigint): EvmBlockFees | undefined {
    const cached = this.#fees.get(height);
    if (cached !== undefined) return cached;
    const block = height === this.#genesis?.number ? this.#genesis : (this.#views.get(height) ?? this.#view(height));
    if (block === undefined) return undefined;
    const fees = blockFees(block);
    if (fees.tips.length <= MAX_CACHED_TIPS) this.#fees.set(height, fees);
    return fees;
  }

  /**
   * Returns the logs of a block in order, without its view, because a caller may read many heights one after the other.
   */
  logs(height: bigint): readonly EvmLog[] {
    if (this.bloom(height) === EMPTY_BLOOM) return [];
    const own = logsOfResults(this.blockStore.scanTxResults(height, ETHEREUM_TX), height);
    return this.cosmosTxs === undefined ? own : [...own, ...this.cosmosTxs.logs(height, own.length)];
  }

  /** Returns the bloom of the Ethereum transactions; undefined for a height that the chain does not have. */
  #ownBloom(height: bigint): Bytes | undefined {
    const stored = this.blockStore.evmRecord(height)?.logsBloom;
    return stored?.length === 0 ? EMPTY_BLOOM : stored;
  }

  #view(height: bigint): EvmBlock | undefined {
    const stored = this.blockStore.block(height);
    const results = this.blockStore.results(height);
    const record = this.blockStore.evmRecord(height);
    if (stored === undefined || results === undefined || record === undefined) return undefined;
    const options = {
      era: this.era,
      genesisHash: this.#genesis?.hash ?? ZERO_HASH,
      prevRandao: this.prevRandao,
      cosmosTxs: this.cosmosTxs,
    };
    return blockView(stored, results, record, options, this.blockStore.executed(height));
  }
}
