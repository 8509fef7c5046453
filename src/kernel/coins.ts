/** Formats amounts of a coin of 18 decimals for people. */

const COIN = 10n ** 18n;

/** Formats an amount in coins of 10^18, such as `1.5`. */
export function coins(amount: bigint): string {
  const fraction = (amount % COIN).toString().padStart(18, '0').replace(/0+$/, '');
  return `${amount / COIN}${fraction === '' ? '' : `.${fraction}`}`;
}
