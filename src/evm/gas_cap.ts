/** Computes the gas cap of calls when no cap is configured. */

/** Is the default of `json-rpc.gas-cap` in a real node. Blocks with a higher gas limit raise Halley's default. */
export const MIN_DEFAULT_GAS_CAP = 25_000_000n;

/**
 * Returns the gas limit of a block, or a node's default where that is higher. Blocks without a limit (`blockMaxGas`
 * below 0) leave the default.
 */
export const defaultGasCap = (blockMaxGas: bigint): bigint =>
  blockMaxGas > MIN_DEFAULT_GAS_CAP ? blockMaxGas : MIN_DEFAULT_GAS_CAP;
