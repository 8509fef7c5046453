/**
 * Implements BeginBlock of x/evidence and x/slashing. A validator that provably signed twice loses a share of its
 * tokens, is jailed, and can never return. Evidence is ignored if the validator is unknown, unbonded or already
 * tombstoned, or if it is too old. Downtime is not punished.
 */
import type { Event, Misbehavior } from '../../../abci/application.js';
import { invariant } from '../../../kernel/errors.js';
import { parseTime } from '../../../kernel/time.js';
import { readChainParams } from '../../sdk/chain_params.js';
import type { BlockHeader } from '../../sdk/module/module.js';
import type { WorkingState } from '../../state/types.js';
import { timesDecimal } from '../../types/coins.js';
import { event, inPhase } from '../../types/events.js';
import { baseCoin, burnCoins } from '../bank/module_coins.js';
import { consensusText } from '../staking/addresses.js';
import { BONDED_POOL, NOT_BONDED_POOL } from '../staking/pools.js';
import { markPowersChanged, type Registered, validatorByConsensusAddress, writeValidator } from '../staking/store.js';
import { POWER_REDUCTION } from '../staking/validator.js';
import { readEvidenceAge, readSlashingParams, signingInfo, writeSigningInfo } from './store.js';

/** x/evidence `DoubleSignJailEndTime`, the greatest time that a timestamp can have. */
const FOREVER = parseTime('9999-12-31T23:59:59Z') ?? 0n;

export function handleMisbehavior(state: WorkingState, { misbehavior, height, time }: BlockHeader): readonly Event[] {
  const events: Event[] = [];
  for (const offence of misbehavior) {
    if (isStale(state, offence, { height, time })) continue;
    const guilty = guiltyOf(state, offence);
    if (guilty === undefined) continue;
    events.push(...punish(state, offence, guilty));
    markPowersChanged(state);
  }
  return inPhase('BeginBlock', events);
}

function isStale(state: WorkingState, offence: Misbehavior, now: { height: bigint; time: bigint }): boolean {
  const age = readEvidenceAge(state);
  return (
    age !== undefined &&
    now.time - offence.time > age.maxAgeDuration &&
    now.height - offence.height > age.maxAgeNumBlocks
  );
}

function guiltyOf(state: WorkingState, { validator }: Misbehavior): Registered | undefined {
  const found = validatorByConsensusAddress(state, validator.address);
  if (found === undefined || found.validator.status === 'unbonded') return undefined;
  return signingInfo(state, validator.address)?.tombstoned === true ? undefined : found;
}

function punish(state: WorkingState, { validator: { address, power } }: Misbehavior, guilty: Registered): Event[] {
  const consensusAddress = consensusText(address, readChainParams(state).bech32Prefix);
  const { burned, events } = slash(state, guilty, power);
  events.push(
    event('slash', {
      address: consensusAddress,
      power: power.toString(),
      reason: 'double_sign',
      burned_coins: burned.toString(),
    }),
  );
  if (!guilty.validator.jailed) events.push(event('slash', { jailed: consensusAddress }));
  const info = signingInfo(state, address);
  invariant(info !== undefined, `validator ${consensusAddress} has no signing info`);
  writeSigningInfo(state, address, { ...info, jailedUntil: FOREVER, tombstoned: true });
  return events;
}

/**
 * Takes the share of the tokens that the validator had at the offence, as far as it still has them, and jails it.
 * Delegators retain their shares, which are worth less. Stake that has left since cannot be slashed: partial unbonding
 * does not exist yet.
 */
function slash(
  state: WorkingState,
  { operator, validator }: Registered,
  power: bigint,
): { burned: bigint; events: Event[] } {
  const owed = timesDecimal(power * POWER_REDUCTION, readSlashingParams(state).slashFractionDoubleSign);
  const burned = owed < validator.tokens ? owed : validator.tokens;
  writeValidator(state, { operator, validator: { ...validator, jailed: true, tokens: validator.tokens - burned } });
  const pool = validator.status === 'bonded' ? BONDED_POOL : NOT_BONDED_POOL;
  return { burned, events: burnCoins(state, pool, baseCoin(state, burned)) };
}
