/**
 * Takes a share of what backed a validator at an infraction (SDK x/staking `Slash`, `SlashUnbondingDelegation`,
 * `SlashRedelegation`): of stake that has begun to leave or to move since, then of the validator's tokens. Delegators
 * retain their shares, which are worth less.
 */
import type { Event } from '../../../abci/application.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { UnixNanos } from '../../../kernel/time.js';
import type { ChangeContext } from '../../sdk/module/message.js';
import { type BlockPhase, phaseContext } from '../../sdk/module/module.js';
import type { ModuleAccount } from '../../sdk/module/module_account.js';
import type { WorkingState } from '../../state/types.js';
import { storedAddress } from '../../types/address.js';
import { divideDecimalUp, multiplyDecimal, timesDecimal } from '../../types/coins.js';
import { TxFailure } from '../../types/refusal.js';
import { baseCoin, burnCoins, movable } from '../bank/module_coins.js';
import type { Redelegation, UnbondingDelegation } from './delegation.js';
import { BONDED_POOL, NOT_BONDED_POOL } from './pools.js';
import { beforeValidatorSlashed } from './rewards/hooks.js';
import {
  markPowersChanged,
  type Registered,
  readDelegation,
  readRedelegationsFrom,
  readUnbondingDelegation,
  readUnbondingsFrom,
  readValidator,
  writeUnbondingDelegation,
  writeValidator,
} from './store.js';
import { unbond } from './unbond.js';
import { POWER_REDUCTION } from './validator.js';

/** Infraction that costs a share of the stake. */
export interface Infraction {
  /** Height at which the stake was what the power says. */
  readonly height: bigint;
  /** Power that the validator had. */
  readonly power: bigint;
  /** Decimal of 18 digits. */
  readonly fraction: bigint;
}

type Now = Pick<BlockPhase, 'height' | 'time'>;

export interface Slashed {
  /** Tokens that the validator itself has lost. */
  readonly burned: bigint;
  readonly events: readonly Event[];
}

export function slash(block: BlockPhase, guilty: Registered, infraction: Infraction): Slashed {
  const { state } = block;
  let owed = timesDecimal(infraction.power * POWER_REDUCTION, infraction.fraction);
  const events: Event[] = [];
  const context = phaseContext(block, events);
  if (infraction.height < block.height) {
    for (const [delegator, unbonding] of readUnbondingsFrom(state, guilty.operator)) {
      const { slashed, burned } = slashUnbonding(state, [delegator, guilty.operator], unbonding, infraction, block);
      events.push(...burn(state, NOT_BONDED_POOL, burned));
      owed -= slashed;
    }
    for (const redelegation of readRedelegationsFrom(state, guilty.operator)) {
      const { slashed, bonded, notBonded } = slashRedelegation(context, redelegation, infraction);
      events.push(...burn(state, BONDED_POOL, bonded), ...burn(state, NOT_BONDED_POOL, notBonded));
      owed -= slashed;
    }
  }
  const { operator, validator } = guilty;
  const burned = least(owed < 0n ? 0n : owed, validator.tokens);
  if (burned > 0n) beforeValidatorSlashed(context, guilty, divideDecimalUp(burned, validator.tokens));
  writeValidator(state, { operator, validator: { ...validator, tokens: validator.tokens - burned } });
  markPowersChanged(state);
  const pool = validator.status === 'bonded' ? BONDED_POOL : NOT_BONDED_POOL;
  return { burned, events: [...events, ...burn(state, pool, burned)] };
}

/** Burns tokens that were in a pool. Of a pool that has less, all that it has is burned. */
function burn(state: WorkingState, pool: ModuleAccount, tokens: bigint): Event[] {
  return burnCoins(state, pool, movable(state, baseCoin(state, tokens), pool));
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Returns whether an entry held stake at the infraction, and has not ended. */
const answers = (
  { creationHeight, completionTime }: { readonly creationHeight: bigint; readonly completionTime: UnixNanos },
  { height }: Infraction,
  { time }: Now,
): boolean => creationHeight >= height && completionTime > time;

/** Takes the share of stake that leaves. `slashed` is what the entries owe, and `burned` what they still had of it. */
function slashUnbonding(
  state: WorkingState,
  [delegator, operator]: readonly [Bytes, Bytes],
  unbonding: UnbondingDelegation,
  infraction: Infraction,
  now: Now,
): { slashed: bigint; burned: bigint } {
  let [slashed, burned] = [0n, 0n];
  const entries = unbonding.entries.map((entry) => {
    if (!answers(entry, infraction, now)) return entry;
    const share = timesDecimal(entry.initialBalance, infraction.fraction);
    const taken = least(share, entry.balance);
    slashed += share;
    burned += taken;
    return { ...entry, balance: entry.balance - taken };
  });
  if (burned > 0n) writeUnbondingDelegation(state, delegator, operator, { ...unbonding, entries });
  return { slashed, burned };
}

/**
 * Takes the share of stake that has moved to another validator: first from what has begun to leave that one since, then
 * from the delegation to it.
 */
function slashRedelegation(context: ChangeContext, redelegation: Redelegation, infraction: Infraction) {
  const { state, block: now } = context;
  const [delegator, destination] = [storedAddress(redelegation.delegator), storedAddress(redelegation.destination)];
  let [slashed, bonded, notBonded] = [0n, 0n, 0n];
  for (const entry of redelegation.entries) {
    if (!answers(entry, infraction, now)) continue;
    const share = timesDecimal(entry.initialBalance, infraction.fraction);
    slashed += share;
    const left = share - takeFromUnbonding(state, [delegator, destination], share, infraction, now);
    notBonded += share - left;
    const shares = multiplyDecimal(entry.sharesDst, infraction.fraction);
    const held = readDelegation(state, delegator, destination)?.shares;
    if (shares === 0n || left === 0n || held === undefined) continue;
    const isBonded = readValidator(state, destination)?.status === 'bonded';
    const tokens = unbondWherePossible(context, delegator, destination, least(shares, held));
    if (isBonded) bonded += tokens;
    else notBonded += tokens;
  }
  return { slashed, bonded, notBonded };
}

/** Removes shares. None are removed where the SDK halts, because the rewards of the delegation cannot be paid. */
function unbondWherePossible(context: ChangeContext, delegator: Bytes, operator: Bytes, shares: bigint): bigint {
  const checkpoint = context.state.checkpoint();
  try {
    return unbond(context, delegator, operator, shares);
  } catch (error) {
    if (!(error instanceof TxFailure)) throw error;
    context.state.revertTo(checkpoint);
    return 0n;
  }
}

/** Takes up to `share` from the entries of an unbonding delegation, in their order, and returns how much that was. */
function takeFromUnbonding(
  state: WorkingState,
  [delegator, operator]: readonly [Bytes, Bytes],
  share: bigint,
  infraction: Infraction,
  now: Now,
): bigint {
  const found = readUnbondingDelegation(state, delegator, operator);
  let left = share;
  const entries = (found?.entries ?? []).map((entry) => {
    if (!answers(entry, infraction, now)) return entry;
    const taken = least(left, entry.balance);
    left -= taken;
    return { ...entry, balance: entry.balance - taken };
  });
  if (found !== undefined && left < share) writeUnbondingDelegation(state, delegator, operator, { ...found, entries });
  return share - left;
}
