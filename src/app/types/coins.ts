/**
 * Parses and formats coins, and computes with decimals. Amounts of several denoms (SDK types `Coins`) ascend by denom.
 * Each denom occurs once, and no amount is zero or negative. A decimal is a fixed-point number of 18 fractional digits
 * (the SDK's LegacyDec): a bigint of units of 10^-18.
 */
import type { Coin } from '../../codec/cosmos/base.js';
import { MAX_UINT256 } from '../../kernel/uint256.js';

export interface Amount {
  readonly denom: string;
  readonly amount: bigint;
}

/** Formats coins as `5ahalley,7ibc/27A6`. The text is empty for no coins. */
export const coinsText = (coins: readonly Coin[]): string =>
  coins.map(({ denom, amount }) => `${amount}${denom}`).join(',');

/** Parses coins. Returns undefined where the SDK would call them invalid. */
export function tryParseCoins(coins: readonly Coin[]): readonly Amount[] | undefined {
  const parsed: Amount[] = [];
  for (const coin of coins) {
    const amount = tryParseCoin(coin);
    const last = parsed.at(-1);
    if (amount === undefined || (last !== undefined && last.denom >= amount.denom)) return undefined;
    parsed.push(amount);
  }
  return parsed;
}

/** Returns `coins` without `less`, or undefined where they are too few (SDK `Coins.SafeSub`). */
export function subtractCoins(coins: readonly Amount[], less: readonly Amount[]): readonly Amount[] | undefined {
  const left = new Map(coins.map(({ denom, amount }) => [denom, amount]));
  for (const { denom, amount } of less) left.set(denom, (left.get(denom) ?? 0n) - amount);
  const rest = Array.from(left, ([denom, amount]) => ({ denom, amount }));
  return rest.some(({ amount }) => amount < 0n) ? undefined : rest.filter(({ amount }) => amount > 0n);
}

/** Returns the sum of coins, ascending by denom (SDK `Coins.Add`). */
export function addCoins(coins: readonly Amount[], more: readonly Amount[]): readonly Amount[] {
  const sum = new Map(coins.map(({ denom, amount }) => [denom, amount]));
  for (const { denom, amount } of more) sum.set(denom, (sum.get(denom) ?? 0n) + amount);
  return Array.from(sum, ([denom, amount]) => ({ denom, amount })).sort((a, b) => (a.denom < b.denom ? -1 : 1));
}

/** Encodes amounts as messages have them. */
export const coinsOf = (amounts: readonly Amount[]): readonly Coin[] =>
  amounts.map(({ denom, amount }) => ({ denom, amount: amount.toString() }));

/** Pattern of a denom, by the SDK's rule. */
export const DENOM = /^[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/;

/** Parses one coin. Returns undefined unless it is a positive amount of a denom. */
export function tryParseCoin({ denom, amount: text }: Coin): Amount | undefined {
  if (!DENOM.test(denom) || !/^\d{1,78}$/.test(text)) return undefined;
  const amount = BigInt(text);
  return amount === 0n || amount > MAX_UINT256 ? undefined : { denom, amount };
}

/** The number 1 as a decimal. */
export const DECIMAL_ONE = 10n ** 18n;
export const FRACTION_DIGITS = 18;
/** Pattern of a decimal, with up to 78 digits before the point, as many as 2^256 has. */
const PATTERN = /^(\d{1,78})(?:\.(\d{1,18}))?$/;

/** Parses a decimal. Returns undefined when `text` is not a non-negative decimal with at most 18 fractional digits. */
export function tryParseDecimal(text: string): bigint | undefined {
  const match = PATTERN.exec(text);
  if (match === null) return undefined;
  return BigInt(match[1] as string) * DECIMAL_ONE + BigInt((match[2] ?? '').padEnd(FRACTION_DIGITS, '0'));
}

/** Formats a decimal with all 18 digits, as the SDK does. */
export function formatDecimal(value: bigint): string {
  if (value < 0n) return `-${formatDecimal(-value)}`;
  return `${value / DECIMAL_ONE}.${(value % DECIMAL_ONE).toString().padStart(FRACTION_DIGITS, '0')}`;
}

/** Returns `value` times a decimal, rounded down. */
export const timesDecimal = (value: bigint, decimal: bigint): bigint => (value * decimal) / DECIMAL_ONE;

/** Returns `value` times a decimal, rounded up. */
export const timesDecimalUp = (value: bigint, decimal: bigint): bigint => ceilDecimal(value * decimal);

/** Returns the least whole number that is not below `decimal`. */
export const ceilDecimal = (decimal: bigint): bigint => (decimal + DECIMAL_ONE - 1n) / DECIMAL_ONE;

/**
 * Returns `dividend / divisor` of two decimals, rounded half to even at the last digit (LegacyDec `Quo`). Neither may
 * be negative.
 */
export function divideDecimal(dividend: bigint, divisor: bigint): bigint {
  return roundedHalfEven((dividend * DECIMAL_ONE * DECIMAL_ONE) / divisor);
}

/** Returns `dividend / divisor` of two whole numbers as a decimal, rounded up at its last digit (LegacyDec `QuoRoundUp`). */
export const divideDecimalUp = (dividend: bigint, divisor: bigint): bigint =>
  (dividend * DECIMAL_ONE + divisor - 1n) / divisor;

/** Returns the product of two decimals, rounded half to even at the last digit (LegacyDec `Mul`). */
export const multiplyDecimal = (a: bigint, b: bigint): bigint => roundedHalfEven(a * b);

/** Drops 18 digits, rounded half to even. */
function roundedHalfEven(scaled: bigint): bigint {
  const whole = scaled / DECIMAL_ONE;
  const rest = scaled % DECIMAL_ONE;
  const half = DECIMAL_ONE / 2n;
  return rest > half || (rest === half && whole % 2n === 1n) ? whole + 1n : whole;
}
