/** Greatest value of an EVM word: the upper limit of balances, amounts of coins and prices. */
export const MAX_UINT256 = (1n << 256n) - 1n;

/** Returns the value, or 2^256 - 1 where it is above. */
export const cappedToUint256 = (value: bigint): bigint => (value < MAX_UINT256 ? value : MAX_UINT256);
