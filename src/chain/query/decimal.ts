/** Unsigned decimals of any length, compared exactly as text. */

/** The number with which a value begins (`8atom` → `8`), or undefined; a sign is not part of one. */
export const leadingDecimal = (value: string): string | undefined => /^\d+(\.\d+)?/.exec(value)?.[0];

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Negative, zero or positive. Operands are `digits`, `digits.` or `digits.digits`. */
export function compareDecimals(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.');
  const [wholeB = '', fractionB = ''] = b.split('.');
  const digitsA = wholeA.replace(/^0+/, '');
  const digitsB = wholeB.replace(/^0+/, '');
  if (digitsA.length !== digitsB.length) return digitsA.length - digitsB.length;
  return compareText(digitsA, digitsB) || compareText(fractionA.replace(/0+$/, ''), fractionB.replace(/0+$/, ''));
}
