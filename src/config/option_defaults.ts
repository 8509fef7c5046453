/**
 * Names the defaults of options that `halley start` and `createDevnet` share. The defaults of limits, timeouts and the asset
 * API stand in the layers that they configure, and the settings take them from there.
 */
export const OPTION_DEFAULTS = {
  /** The node's name in `status` and `net_info`. */
  moniker: 'halley',
  /** Which transactions go into a block first. */
  order: 'fees',
  /** Any number of transactions in a block. */
  maxTransactions: 0,
  /** Whether transactions without a chain id are accepted. */
  allowUnprotectedTxs: true,
  /** Wei of tip for a unit of gas. */
  minTip: 0n,
  /** Wei that `eth_gasPrice` returns at least. */
  gasPrice: 0n,
  /** Blocks between `latest` and `safe`. */
  slotsInAnEpoch: 0,
} as const;
