/** Caps the gas of a call where nobody sets a cap. */

/** `LEAST_GAS_CAP` is the default of a node's `json-rpc.gas-cap`; blocks with more gas raise it. */
export const LEAST_GAS_CAP = 25_000_000n;

/**
 * Returns the gas limit of a block, or a node's default where that is more. Blocks without a limit (`blockMaxGas` below 0)
 * leave the default.
 */
export const defaultGasCap = (blockMaxGas: bigint): bigint =>
  blockMaxGas > LEAST_GAS_CAP ? blockMaxGas : LEAST_GAS_CAP;
