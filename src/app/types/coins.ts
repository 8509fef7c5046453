/**
 * Amounts of several denoms (SDK types `Coins`) ascend by denom. Each denom occurs once, and no amount is zero or
 * negative.
 */
import type { Coin } from '../../codec/cosmos/base.js';
import { MAX_UINT256 } from '../../kernel/uint256.js';
import { DENOM } from './denom.js';

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

/** Parses one coin. Returns undefined unless it is a positive amount of a denom. */
export function tryParseCoin({ denom, amount: text }: Coin): Amount | undefined {
  if (!DENOM.test(denom) || !/^\d{1,78}$/.test(text)) return undefined;
  const amount = BigInt(text);
  return amount === 0n || amount > MAX_UINT256 ? undefined : { denom, amount };
}
