/** Computes what coins of a vesting account are locked, and follows its delegations (SDK x/auth/vesting). */
import type { Coin } from '../../../codec/cosmos/base.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { NANOS_PER_SECOND, type UnixNanos } from '../../../kernel/time.js';
import { readChainParams, writeChainParams } from '../../sdk/chain_params.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import {
  type Amount,
  addCoins,
  coinsOf,
  coinsText,
  DECIMAL_ONE,
  divideDecimal,
  multiplyDecimal,
  tryParseCoins,
} from '../../types/coins.js';
import type { VestingTerms } from './account_record.js';
import { readAccountRecord, storedAccountRecord, writeAccountRecord } from './store.js';

const parsed = (coins: readonly Coin[]): readonly Amount[] => tryParseCoins(coins) ?? [];
const amountIn = (coins: readonly Coin[], denom: string): bigint =>
  BigInt(coins.find((coin) => coin.denom === denom)?.amount ?? 0);
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Returns how much of a denom is not free yet, delegated or not. */
function vestingOf(terms: VestingTerms, denom: string, time: UnixNanos): bigint {
  const { kind, startTime, endTime, originalVesting, vestingPeriods } = terms;
  const original = amountIn(originalVesting, denom);
  const now = time / NANOS_PER_SECOND;
  if (kind === 'permanent') return original;
  if (kind !== 'delayed' && now <= startTime) return original;
  if (now >= endTime) return 0n;
  if (kind === 'delayed') return original;
  if (kind === 'continuous') {
    const share = divideDecimal((now - startTime) * DECIMAL_ONE, (endTime - startTime) * DECIMAL_ONE);
    return original - multiplyDecimal(original, share);
  }
  let [end, left] = [startTime, original];
  for (const { length, amount } of vestingPeriods) {
    end += length;
    if (now < end) break;
    left -= amountIn(amount, denom);
  }
  return left;
}

/** Returns how much of a denom an account may not spend, which is 0 for accounts without vesting coins. */
export function lockedAmount(state: StateReader, address: Bytes, denom: string, time: UnixNanos): bigint {
  const terms = storedAccountRecord(state, address)?.vesting;
  if (terms === undefined) return 0n;
  const vesting = vestingOf(terms, denom, time);
  return vesting - least(vesting, amountIn(terms.delegatedVesting, denom));
}

/** Makes an account one with vesting coins. From now on, the chain looks for them before coins leave any account. */
export function writeVestingAccount(state: WorkingState, address: Bytes, vesting: VestingTerms): void {
  writeAccountRecord(state, address, { ...readAccountRecord(state, address), vesting });
  const params = readChainParams(state);
  if (!params.hasVesting) writeChainParams(state, { ...params, hasVesting: true });
}

/** Records a delegation. It uses locked coins first, then free ones. */
export function trackDelegation(state: WorkingState, delegator: Bytes, coin: Amount, time: UnixNanos): void {
  changeTerms(state, delegator, (terms) => {
    const vesting = vestingOf(terms, coin.denom, time) - amountIn(terms.delegatedVesting, coin.denom);
    const ofVesting = vesting < 0n ? 0n : least(vesting, coin.amount);
    return moved(terms, coin.denom, coin.amount - ofVesting, ofVesting);
  });
}

/** Records the end of a delegation. Free coins come back first, then locked ones. */
export function trackUndelegation(state: WorkingState, delegator: Bytes, { denom, amount }: Amount): void {
  changeTerms(state, delegator, (terms) => {
    const ofFree = least(amountIn(terms.delegatedFree, denom), amount);
    return moved(terms, denom, -ofFree, -least(amountIn(terms.delegatedVesting, denom), amount - ofFree));
  });
}

function moved(terms: VestingTerms, denom: string, free: bigint, vesting: bigint): VestingTerms {
  const plus = (coins: readonly Coin[], amount: bigint): readonly Coin[] =>
    coinsOf(addCoins(parsed(coins), [{ denom, amount }]).filter((coin) => coin.amount > 0n));
  return {
    ...terms,
    delegatedFree: plus(terms.delegatedFree, free),
    delegatedVesting: plus(terms.delegatedVesting, vesting),
  };
}

function changeTerms(state: WorkingState, address: Bytes, change: (terms: VestingTerms) => VestingTerms): void {
  const record = storedAccountRecord(state, address);
  if (record?.vesting === undefined) return;
  writeAccountRecord(state, address, { ...record, vesting: change(record.vesting) });
}

/** Returns what the SDK finds wrong with the terms of an account (`Validate` of its kind); undefined for nothing. */
export function termsProblem(terms: VestingTerms): string | undefined {
  const { kind, startTime, endTime, originalVesting, delegatedVesting } = terms;
  if (kind === 'permanent' && endTime > 0n) return 'permanently vested accounts cannot have an end-time';
  // The message of a continuous account accepts an end in the past, so exported documents have such accounts.
  if (kind === 'periodic' && startTime >= endTime) return 'vesting start-time cannot be before end-time';
  const problem = kind === 'periodic' ? periodsProblem(terms) : undefined;
  if (problem !== undefined) return problem;
  if (endTime < 0n) return 'end time cannot be negative';
  if (tryParseCoins(originalVesting) === undefined || originalVesting.length === 0)
    return `invalid coins: ${coinsText(originalVesting)}`;
  return delegatedVesting.some(({ denom, amount }) => BigInt(amount) > amountIn(originalVesting, denom))
    ? 'delegated vesting amount cannot be greater than original vesting amount'
    : undefined;
}

function periodsProblem({ startTime, endTime, originalVesting, vestingPeriods }: VestingTerms): string | undefined {
  const parts: Amount[] = [];
  let end = startTime;
  for (const [i, { length, amount }] of vestingPeriods.entries()) {
    if (length < 0n) return `period #${i} has a negative length: ${length}`;
    end += length;
    const coins = tryParseCoins(amount);
    if (coins === undefined || coins.length === 0) return `period #${i} has invalid coins: ${coinsText(amount)}`;
    for (const coin of coins) parts.push(coin);
  }
  if (end !== endTime) return 'vesting end time does not match length of all vesting periods';
  const [stated, total] = [coinsText(originalVesting), coinsText(coinsOf(addCoins([], parts)))];
  return stated === total
    ? undefined
    : `original vesting coins (${stated}) does not match the sum of all coins in vesting periods (${total})`;
}
