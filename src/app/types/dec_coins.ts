/**
 * Computes with coins whose amounts are decimals (SDK types `DecCoins`): units of 10^-18, ascending by denom, none zero.
 */
import { integer, string } from '../../codec/protobuf/field.js';
import { message } from '../../codec/protobuf/message.js';
import { type Amount, DECIMAL_ONE, formatDecimal, multiplyDecimal } from './coins.js';

/** Coin whose amount is a decimal of 18 digits. */
export const DecCoin = message('cosmos.base.v1beta1.DecCoin', { denom: string(1), amount: integer(2, 'dec') });
export type DecCoins = readonly Amount[];

export const NO_DEC_COINS: DecCoins = [];

/** Converts whole coins. */
export const toDecCoins = (coins: readonly Amount[]): DecCoins => changed(coins, (amount) => amount * DECIMAL_ONE);

export const decCoinsText = (coins: DecCoins): string =>
  coins.map(({ denom, amount }) => `${formatDecimal(amount)}${denom}`).join(',');

export const addDecCoins = (coins: DecCoins, more: DecCoins): DecCoins => combined(coins, more, (a, b) => a + b);

/** Subtracts coins. The result may have negative amounts (SDK `SafeSub`). */
export const subtractDecCoins = (coins: DecCoins, less: DecCoins): DecCoins => combined(coins, less, (a, b) => a - b);

/** Subtracts coins. Where the SDK panics because there are too few of a denom, none of it remain. */
export const takeDecCoins = (coins: DecCoins, less: DecCoins): DecCoins =>
  subtractDecCoins(coins, less).filter(({ amount }) => amount > 0n);

/** Returns the lesser amount of each denom (SDK `Intersect`). */
export const lesserDecCoins = (coins: DecCoins, limit: DecCoins): DecCoins =>
  combined(coins, limit, (a, b) => (a < b ? a : b));

/** Multiplies by a decimal, rounded half to even (SDK `MulDec`). */
export const multiplyDecCoins = (coins: DecCoins, by: bigint): DecCoins =>
  changed(coins, (amount) => multiplyDecimal(amount, by));

/** Multiplies by a decimal, rounded down (SDK `MulDecTruncate`). */
export const multiplyDecCoinsDown = (coins: DecCoins, by: bigint): DecCoins =>
  changed(coins, (amount) => (amount * by) / DECIMAL_ONE);

/** Divides by a whole number, rounded down (SDK `QuoDecTruncate`). */
export const divideDecCoinsDown = (coins: DecCoins, by: bigint): DecCoins => changed(coins, (amount) => amount / by);

/** Splits coins into whole ones and the rest (SDK `TruncateDecimal`). */
export const splitDecCoins = (coins: DecCoins): { readonly whole: readonly Amount[]; readonly rest: DecCoins } => ({
  whole: changed(coins, (amount) => amount / DECIMAL_ONE),
  rest: changed(coins, (amount) => amount % DECIMAL_ONE),
});

const changed = (coins: readonly Amount[], change: (amount: bigint) => bigint): readonly Amount[] =>
  coins.map(({ denom, amount }) => ({ denom, amount: change(amount) })).filter(({ amount }) => amount !== 0n);

function combined(coins: DecCoins, others: DecCoins, combine: (a: bigint, b: bigint) => bigint): DecCoins {
  const amounts = new Map(coins.map(({ denom, amount }) => [denom, [amount, 0n] as [bigint, bigint]]));
  for (const { denom, amount } of others) amounts.set(denom, [amounts.get(denom)?.[0] ?? 0n, amount]);
  return Array.from(amounts, ([denom, [a, b]]) => ({ denom, amount: combine(a, b) }))
    .filter(({ amount }) => amount !== 0n)
    .sort((a, b) => (a.denom < b.denom ? -1 : 1));
}
