/**
 * Defaults of options that `halley start` and `createDevnet` share. The defaults of limits, timeouts and the asset API
 * are defined in the layers that use them.
 */
export const OPTION_DEFAULTS = {
  /** The node's name in `status` and `net_info`. */
  moniker: 'halley',
  /** Orders the transactions of a block. */
  order: 'fees',
  /** Any number of transactions in a block. */
  maxTransactions: 0,
  /** Accepts transactions without a chain id. */
  allowUnprotectedTxs: true,
  /** Wei of tip for a unit of gas. */
  minTip: 0n,
  /** Wei that `eth_gasPrice` returns at least. */
  gasPrice: 0n,
  /** Blocks between `latest` and `safe`. */
  slotsInAnEpoch: 0,
} as const;
