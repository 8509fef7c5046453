/** Default amount of a credit of the faucet, in units of `10^decimals` of its denom. */
export const DEFAULT_CREDIT_AMOUNT = 10;
