/** Formats amounts of a coin for people. */

/** Formats an amount in units of 10^`decimals`, such as `1.5`. */
export function units(amount: bigint, decimals: number): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -decimals)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Formats an amount in coins of 10^18. */
export const coins = (amount: bigint): string => units(amount, 18);
