/** The gas of a call where nobody sets a cap. */

/** The default of a node's `json-rpc.gas-cap`. Blocks that hold more gas raise it. */
export const LEAST_GAS_CAP = 25_000_000n;

/**
 * What such a call may have: whatever a transaction may have in a block, and never less than a node's default. Blocks
 * without a limit (`blockMaxGas` below 0) leave that default.
 */
export const defaultGasCap = (blockMaxGas: bigint): bigint =>
  blockMaxGas > LEAST_GAS_CAP ? blockMaxGas : LEAST_GAS_CAP;
