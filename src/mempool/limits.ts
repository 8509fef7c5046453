/**
 * Defines the limits of the pool: CometBFT's `[mempool]` settings (consensus-engine.md 9), and those of an Ethereum
 * pool that holds transactions with a future nonce (`[evm.mempool]`, evm-json-rpc.md 2.3).
 */

export interface MempoolLimits {
  /** Most transactions. */
  readonly size: number;
  /** Greatest size of all transactions together, in bytes. */
  readonly maxTxsBytes: number;
  /** Greatest size of one transaction, in bytes. */
  readonly maxTxBytes: number;
  /** Most hashes of recently seen transactions. */
  readonly cacheSize: number;
  /**
   * Whether hashes of refused transactions stay cached, so that they are not checked again when they are resubmitted.
   */
  readonly keepInvalidTxsInCache: boolean;
  /** Rechecks the remaining transactions after each block. */
  readonly recheck: boolean;
  /** Most transactions of one sender that wait for an earlier nonce. */
  readonly accountQueue: number;
  /** Most transactions of all senders that wait for an earlier nonce. */
  readonly globalQueue: number;
  /** Percentage by which a replacement must raise both fees. */
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

/** Defines the limits of a block under the current consensus parameters; -1 is unlimited. */
export interface BlockLimits {
  /** `MaxDataBytes` without evidence: the greatest size of a transaction in the block. */
  readonly maxDataBytes: bigint;
  readonly maxGas: bigint;
}

export const UNLIMITED_BLOCK: BlockLimits = { maxDataBytes: -1n, maxGas: -1n };
