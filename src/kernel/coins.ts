/** Amounts of a coin of 18 decimals as people write them. */

const COIN = 10n ** 18n;

/** `1.5` for one and a half coins of 10^18. */
export function coins(amount: bigint): string {
  const fraction = (amount % COIN).toString().padStart(18, '0').replace(/0+$/, '');
  return `${amount / COIN}${fraction === '' ? '' : `.${fraction}`}`;
}
