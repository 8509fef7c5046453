/**
 * What the pool will hold: CometBFT's `[mempool]` settings (consensus-engine.md 9) and those of an Ethereum pool that
 * keeps transactions with a future nonce (`[evm.mempool]`, evm-json-rpc.md 2.3).
 */

export interface MempoolLimits {
  /** Transactions. */
  readonly size: number;
  /** Bytes of all transactions together. */
  readonly maxTxsBytes: number;
  /** Bytes of one transaction. */
  readonly maxTxBytes: number;
  /** Hashes of transactions seen last. */
  readonly cacheSize: number;
  /** A refused transaction is then not checked again when it comes again. */
  readonly keepInvalidTxsInCache: boolean;
  /** Check what is left again after each block. */
  readonly recheck: boolean;
  /** Transactions of one sender that wait for an earlier nonce. */
  readonly accountQueue: number;
  /** Transactions of all senders that wait for an earlier nonce. */
  readonly globalQueue: number;
  /** Per cent by which a replacement must raise both fees. */
  readonly priceBump: number;
}

export const DEFAULT_MEMPOOL_LIMITS: MempoolLimits = {
  size: 5000,
  maxTxsBytes: 1_073_741_824,
  maxTxBytes: 1_048_576,
  cacheSize: 10_000,
  keepInvalidTxsInCache: false,
  recheck: true,
  accountQueue: 64,
  globalQueue: 1024,
  priceBump: 10,
};

/** What a block has room for, by the consensus parameters in force. -1 is unlimited. */
export interface BlockLimits {
  /** `MaxDataBytes` without evidence, against a transaction's size inside the block. */
  readonly maxDataBytes: bigint;
  readonly maxGas: bigint;
}

export const UNLIMITED_BLOCK: BlockLimits = { maxDataBytes: -1n, maxGas: -1n };
