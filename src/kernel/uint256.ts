/** The greatest number of an EVM word: what a balance, an amount of coins and a price may be at most. */
export const MAX_UINT256 = (1n << 256n) - 1n;
