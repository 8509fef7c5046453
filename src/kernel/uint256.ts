/** Is the greatest value of an EVM word: the upper limit of balances, amounts of coins and prices. */
export const MAX_UINT256 = (1n << 256n) - 1n;
