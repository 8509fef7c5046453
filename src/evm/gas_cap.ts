/** Computes the gas cap of calls when no cap is configured. */

/**
 * Gas of a call where no cap is set. Blocks with a higher gas limit raise it. A real node has 25 million, which is too
 * little for Osaka's price of MODEXP: the check of an RSA signature of 4,096 bits takes 63 million.
 */
export const MIN_DEFAULT_GAS_CAP = 100_000_000n;

/**
 * Returns the gas limit of a block, or `MIN_DEFAULT_GAS_CAP` where that is higher. Blocks without a limit (`blockMaxGas`
 * below 0) leave the default.
 */
export const defaultGasCap = (blockMaxGas: bigint): bigint =>
  blockMaxGas > MIN_DEFAULT_GAS_CAP ? blockMaxGas : MIN_DEFAULT_GAS_CAP;
