/**
 * Implements EndBlock of staking. The validator set follows from the validators' tokens; differences from the powers
 * last reported to consensus become the block's validator updates. Updates have the SDK's order: members by power from
 * the top, then leaving validators by operator. A block in which no power can have changed only reads the queue of what
 * unbonds, which is one read.
 */
import type { Event, PubKey, ValidatorUpdate } from '../../../abci/application.js';
import { equalBytes } from '../../../kernel/bytes.js';
import { invariant } from '../../../kernel/errors.js';
import { toHex } from '../../../kernel/hex.js';
import { type BlockPhase, phaseContext } from '../../sdk/module/module.js';
import type { WorkingState } from '../../state/types.js';
import { inPhase } from '../../types/events.js';
import { baseCoin, movable, moveCoins } from '../bank/module_coins.js';
import { electedOf } from './elected.js';
import { isRemovable } from './operator.js';
import { BONDED_POOL, NOT_BONDED_POOL } from './pools.js';
import { afterValidatorRemoved } from './rewards/hooks.js';
import {
  type Registered,
  readLastPowers,
  readStakingParams,
  readUnbondingQueue,
  readValidator,
  readValidators,
  removeValidator,
  takePowersChanged,
  type Unbonding,
  writeLastPower,
  writeUnbondingQueue,
  writeValidator,
} from './store.js';
import { endDelegations } from './unbonding_queues.js';
import { powerOf } from './validator.js';

export interface StakingOutcome {
  readonly events: readonly Event[];
  readonly updates: readonly ValidatorUpdate[];
}

const NOTHING: StakingOutcome = { events: [], updates: [] };

export function endStakingBlock(block: BlockPhase, hooks: StakingHooks): StakingOutcome {
  const { state } = block;
  const set = takePowersChanged(state) ? updateSet(state, block, hooks) : NOTHING;
  const events = [...set.events, ...endUnbonding(block)];
  return events.length === 0 ? set : { ...set, events: inPhase('EndBlock', events) };
}

/**
 * Updates the set. If no validator with power would remain, consensus retains its set, because CometBFT halts on an
 * empty one. Dev transactions refuse to empty it, but evidence and undelegation can.
 */
function updateSet(state: WorkingState, block: BlockPhase, hooks: StakingHooks): StakingOutcome {
  const elected = electedOf(readValidators(state), readStakingParams(state).maxValidators);
  if (elected.length === 0) return NOTHING;
  const last = new Map(readLastPowers(state).map((entry) => [toHex(entry.operator), entry]));
  const updates: ValidatorUpdate[] = [];
  let entering = 0n;
  for (const member of elected) {
    const power = powerOf(member.validator);
    const { operator, validator } = member;
    if (validator.status !== 'bonded') {
      bond(state, member, block.height, hooks);
      entering += validator.tokens;
    }
    if (last.get(toHex(operator))?.power !== power) {
      updates.push({ pubKey: validator.pubKey, power });
      writeLastPower(state, { operator, power });
    }
    last.delete(toHex(operator));
  }
  for (const { operator } of last.values()) {
    const validator = readValidator(state, operator);
    invariant(validator !== undefined, `validator ${toHex(operator)} has a power and does not exist`);
    beginUnbonding(state, { operator, validator }, block);
    entering -= validator.tokens;
    writeLastPower(state, { operator, power: 0n });
    updates.push({ pubKey: validator.pubKey, power: 0n });
  }
  return { updates, events: balancePools(state, entering) };
}

/**
 * Moves `entering` tokens to the bonded pool, or back if it is negative. There is one transfer for the whole block, as
 * in the SDK. Where the SDK halts because a pool has less, the rest does not move.
 */
function balancePools(state: WorkingState, entering: bigint): Event[] {
  const [from, to, amount] =
    entering >= 0n ? [NOT_BONDED_POOL, BONDED_POOL, entering] : [BONDED_POOL, NOT_BONDED_POOL, -entering];
  return moveCoins(state, from, to, movable(state, baseCoin(state, amount), from, to));
}

function bond(state: WorkingState, { operator, validator }: Registered, height: bigint, hooks: StakingHooks): void {
  writeValidator(state, { operator, validator: { ...validator, status: 'bonded' } });
  const queue = readUnbondingQueue(state);
  const entries = queue.entries.filter((entry) => !equalBytes(entry.operator, operator));
  writeUnbondingQueue(state, { ...queue, entries });
  hooks.afterValidatorBonded(state, validator.pubKey, height);
}

function beginUnbonding(state: WorkingState, { operator, validator }: Registered, block: BlockPhase): void {
  const unbondingTime = block.time + readStakingParams(state).unbondingTime;
  writeValidator(state, {
    operator,
    validator: { ...validator, status: 'unbonding', unbondingHeight: block.height, unbondingTime },
  });
  const queue = readUnbondingQueue(state);
  writeUnbondingQueue(state, { ...queue, entries: [...queue.entries, { operator, time: unbondingTime }] });
}

/** Ends what unbonds and has had its time: validators, then delegations and redelegations. */
function endUnbonding(block: BlockPhase): readonly Event[] {
  const { state, time: now } = block;
  const { entries, nextMaturity } = readUnbondingQueue(state);
  const first = entries[0];
  const removed = first !== undefined && first.time <= now ? unbondValidators(block, entries) : NOTHING.events;
  return nextMaturity === 0n || nextMaturity > now ? removed : [...removed, ...endDelegations(state, now)];
}

/**
 * Unbonds validators whose unbonding time has passed. The SDK would delete each without shares; here one that is not
 * jailed remains on record, because a dev transaction can bring it back.
 */
function unbondValidators(block: BlockPhase, queue: readonly Unbonding[]): readonly Event[] {
  const { state, time: now } = block;
  const events: Event[] = [];
  const context = phaseContext(block, events);
  for (const { operator, time } of queue) {
    if (time > now) break;
    const validator = readValidator(state, operator);
    invariant(validator !== undefined, `validator ${toHex(operator)} unbonds and does not exist`);
    if (validator.jailed && isRemovable({ operator, validator })) {
      removeValidator(state, { operator, validator });
      afterValidatorRemoved(context, operator);
    } else writeValidator(state, { operator, validator: { ...validator, status: 'unbonded' } });
  }
  const entries = queue.filter(({ time }) => time > now);
  writeUnbondingQueue(state, { ...readUnbondingQueue(state), entries });
  return events;
}

/** Dependencies of modules that follow what happens to validators (SDK `StakingHooks`). */
export interface StakingHooks {
  /** Runs when a validator enters the set at `height`, also at genesis. */
  readonly afterValidatorBonded: (state: WorkingState, pubKey: PubKey, height: bigint) => void;
}
