/**
 * Converts an amount of the smallest unit to the display unit: `1.5` for 1500000 with six decimals. Trailing zeros are
 * dropped.
 */
export function inUnits(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
