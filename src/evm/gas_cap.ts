/** Computes the gas cap of calls when no cap is configured. */

/** Is the default of a node's `json-rpc.gas-cap`. Blocks with a higher gas limit raise it. */
export const LEAST_GAS_CAP = 25_000_000n;

/**
 * Returns the gas limit of a block, or a node's default where that is higher. Blocks without a limit (`blockMaxGas`
 * below 0) leave the default.
 */
export const defaultGasCap = (blockMaxGas: bigint): bigint =>
  blockMaxGas > LEAST_GAS_CAP ? blockMaxGas : LEAST_GAS_CAP;
