/**
 * Shows a consensus block as an EVM block. The hash is always the consensus header hash; number, time and proposer come
 * from the header. Roots and bloom cover the block's Ethereum transactions alone, and are computed when they are first
 * read.
 */
import type { ExecTxResult, FinalizeBlockResponse } from '../../abci/application.js';
import type { EvmBlock, EvmReceipt, EvmTransaction } from '../../backend/evm/block.js';
import type { ExecutedTx } from '../../codec/cosmos/executed_tx.js';
import { encodeBlock } from '../../codec/ethereum/block.js';
import type { HeaderEra } from '../../codec/ethereum/header.js';
import { orderedTrieRoot } from '../../codec/ethereum/ordered_trie.js';
import { bloomOf, EMPTY_BLOOM } from '../../codec/ethereum/receipt.js';
import { type Bytes, ZERO_HASH } from '../../kernel/bytes.js';
import { evmTimestamp } from '../../kernel/time.js';
import type { StoredBlock } from '../block_store/block_store.js';
import type { EvmRecord } from '../block_store/records.js';
import { executedIn } from '../executed_txs.js';
import type { CosmosTxs } from './cosmos_txs.js';
import { encodeReceipt, receiptsOf } from './receipts.js';

interface Parts {
  readonly era: HeaderEra;
  readonly number: bigint;
  readonly hash: Bytes;
  readonly parentHash: Bytes;
  readonly timestamp: bigint;
  readonly gasUsed: bigint;
  readonly record: EvmRecord;
  readonly mixHash: () => Bytes;
}

/** Computes roots and size on the first read, because most blocks are never read. */
class BlockView implements EvmBlock {
  readonly era: HeaderEra;
  readonly number: bigint;
  readonly hash: Bytes;
  readonly parentHash: Bytes;
  readonly timestamp: bigint;
  readonly miner: Bytes;
  readonly gasLimit: bigint;
  readonly gasUsed: bigint;
  readonly baseFeePerGas: bigint;
  readonly stateRoot: Bytes;
  readonly logsBloom: Bytes;
  #transactionsRoot: Bytes | undefined;
  #receiptsRoot: Bytes | undefined;
  #size: number | undefined;

  readonly receipts: readonly EvmReceipt[];

  /** Roots and size are those of `own`, the receipts of the Ethereum transactions. `others` follow them. */
  constructor(
    private readonly parts: Parts,
    private readonly own: readonly EvmReceipt[],
    others: readonly EvmReceipt[] = [],
  ) {
    this.receipts = others.length === 0 ? own : [...own, ...others];
    this.era = parts.era;
    this.number = parts.number;
    this.hash = parts.hash;
    this.parentHash = parts.parentHash;
    this.timestamp = parts.timestamp;
    this.gasUsed = parts.gasUsed;
    this.miner = parts.record.miner;
    this.gasLimit = parts.record.gasLimit;
    this.baseFeePerGas = parts.record.baseFeePerGas;
    this.stateRoot = parts.record.stateRoot;
    const bloom = parts.record.logsBloom.length === 0 ? EMPTY_BLOOM : parts.record.logsBloom;
    this.logsBloom = others.reduce((all, { logsBloom }) => joinedBlooms(all, logsBloom), bloom);
  }

  get mixHash(): Bytes {
    return this.parts.mixHash();
  }

  get transactions(): readonly EvmTransaction[] {
    return this.receipts.map(({ transaction }) => transaction);
  }

  get #ethereum(): readonly EvmTransaction[] {
    return this.own.map(({ transaction }) => transaction);
  }

  get transactionsRoot(): Bytes {
    this.#transactionsRoot ??= orderedTrieRoot(this.#ethereum.map(({ raw }) => raw));
    return this.#transactionsRoot;
  }

  get receiptsRoot(): Bytes {
    this.#receiptsRoot ??= orderedTrieRoot(this.own.map(encodeReceipt));
    return this.#receiptsRoot;
  }

  get size(): number {
    this.#size ??= encodeBlock(this, this.#ethereum).length;
    return this.#size;
  }
}

const gasUsedIn = (results: readonly ExecTxResult[]): bigint => results.reduce((sum, { gasUsed }) => sum + gasUsed, 0n);

export interface ViewOptions {
  /** Decides which members the headers of the chain's blocks have; the default is Prague. */
  readonly era?: HeaderEra;
  /** Replaces the parent of the first block, whose consensus header names none. */
  readonly genesisHash: Bytes;
  /** Returns the value of PREVRANDAO at a height. */
  readonly prevRandao: (height: bigint) => Bytes;
  /** Cosmos transactions to show after the Ethereum transactions; undefined for none. */
  readonly cosmosTxs?: CosmosTxs | undefined;
}

/** Joins two blooms of 256 bytes. */
export const joinedBlooms = (a: Bytes, b: Bytes): Bytes =>
  b === EMPTY_BLOOM ? a : a.map((byte, i) => byte | (b[i] ?? 0));

export function blockView(
  stored: StoredBlock,
  results: FinalizeBlockResponse,
  record: EvmRecord,
  { era = 'prague', genesisHash, prevRandao, cosmosTxs }: ViewOptions,
  executed: readonly ExecutedTx[] = executedIn(stored.block.txs, results.txResults),
): EvmBlock {
  const { header } = stored.block;
  const parent = header.lastBlockId.hash;
  const timestamp = evmTimestamp(header.time);
  const context = {
    blockHash: stored.blockId.hash,
    blockNumber: header.height,
    timestamp,
    baseFeePerGas: record.baseFeePerGas,
  };
  const parts = {
    era,
    number: header.height,
    hash: stored.blockId.hash,
    parentHash: parent.length === 0 ? genesisHash : parent,
    timestamp,
    gasUsed: gasUsedIn(results.txResults),
    record,
    mixHash: () => prevRandao(header.height),
  };
  const own = receiptsOf(executed, context);
  return new BlockView(parts, own, cosmosTxs?.receipts(stored.block.txs, results.txResults, context, totalsOf(own)));
}

const totalsOf = (receipts: readonly EvmReceipt[]) => ({
  count: receipts.length,
  logCount: receipts.reduce((sum, { logs }) => sum + logs.length, 0),
  gasUsed: receipts.at(-1)?.cumulativeGasUsed ?? 0n,
});

/** Members of a block that was executed but not decided. */
export interface UndecidedDeps extends Omit<Parts, 'record' | 'mixHash'> {
  readonly mixHash: Bytes;
  readonly record: Omit<EvmRecord, 'logsBloom'>;
}

export function undecidedView({ mixHash, record, ...facts }: UndecidedDeps, receipts: readonly EvmReceipt[]): EvmBlock {
  const logsBloom = bloomOf(receipts.flatMap(({ logs }) => logs));
  return new BlockView({ ...facts, record: { ...record, logsBloom }, mixHash: () => mixHash }, receipts);
}

export interface PendingDeps extends Omit<UndecidedDeps, 'hash' | 'gasUsed'> {
  readonly txs: readonly Bytes[];
  readonly txResults: readonly ExecTxResult[];
}

/** Shows the pending block. Its hash is not known and is given as 32 zero bytes. */
export function pendingView({ txs, txResults, ...parts }: PendingDeps): EvmBlock {
  const { number, timestamp, record } = parts;
  const context = { blockHash: ZERO_HASH, blockNumber: number, timestamp, baseFeePerGas: record.baseFeePerGas };
  const receipts = receiptsOf(executedIn(txs, txResults), context);
  return undecidedView({ ...parts, hash: ZERO_HASH, gasUsed: gasUsedIn(txResults) }, receipts);
}

/** Shows the genesis state as the block that EVM clients expect below the first one. */
export function genesisView(
  number: bigint,
  hash: Bytes,
  timestamp: bigint,
  record: EvmRecord,
  era: HeaderEra = 'prague',
): EvmBlock {
  const parts = { era, number, hash, parentHash: ZERO_HASH, timestamp, gasUsed: 0n, record, mixHash: () => ZERO_HASH };
  return new BlockView(parts, []);
}
