/**
 * Implements BeginBlock of x/evidence and x/slashing. A validator that provably signed twice loses a share of its
 * tokens, is jailed, and can never return. Evidence is ignored if the validator is unknown, unbonded or already
 * tombstoned, or if it is too old.
 */
import type { Event, Misbehavior } from '../../../abci/application.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { invariant } from '../../../kernel/errors.js';
import { parseTime } from '../../../kernel/time.js';
import { readChainParams } from '../../sdk/chain_params.js';
import type { BlockHeader, BlockHookContext } from '../../sdk/module/module.js';
import type { WorkingState } from '../../state/types.js';
import { event, inPhase } from '../../types/events.js';
import { consensusText } from '../staking/addresses.js';
import { slash } from '../staking/slash.js';
import { type Registered, readValidator, validatorByConsensusAddress, writeValidator } from '../staking/store.js';
import { readEvidenceAge, readSlashingParams, signingInfo, writeSigningInfo } from './store.js';

/** Heights from an update of validators to their first block (SDK `ValidatorUpdateDelay`). */
export const VALIDATOR_UPDATE_DELAY = 1n;

/** x/evidence `DoubleSignJailEndTime`, the greatest time that a timestamp can have. */
const FOREVER = parseTime('9999-12-31T23:59:59Z') ?? 0n;

export function handleMisbehavior(block: BlockHookContext, { misbehavior }: BlockHeader): readonly Event[] {
  const { state } = block;
  const events: Event[] = [];
  for (const offence of misbehavior) {
    if (isStale(state, offence, block)) continue;
    const guilty = guiltyOf(state, offence);
    if (guilty === undefined) continue;
    events.push(...punish(block, offence, guilty));
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

/** Slashes, jails and tombstones. The power is that of the set one height before the infraction. */
function punish(
  block: BlockHookContext,
  { validator: { address, power }, height }: Misbehavior,
  guilty: Registered,
): Event[] {
  const { state } = block;
  const consensusAddress = consensusText(address, readChainParams(state).bech32Prefix);
  const fraction = readSlashingParams(state).slashFractionDoubleSign;
  const infraction = { height: height - VALIDATOR_UPDATE_DELAY, power, fraction };
  const { burned, events: burns } = slash(block, guilty, infraction);
  jail(state, guilty.operator);
  const events = [
    ...burns,
    event('slash', {
      address: consensusAddress,
      power: power.toString(),
      reason: 'double_sign',
      burned_coins: burned.toString(),
    }),
  ];
  if (!guilty.validator.jailed) events.push(event('slash', { jailed: consensusAddress }));
  const info = signingInfo(state, address);
  invariant(info !== undefined, `validator ${consensusAddress} has no signing info`);
  writeSigningInfo(state, address, { ...info, jailedUntil: FOREVER, tombstoned: true });
  return events;
}

/** Takes a validator out of the set until it is unjailed. */
export function jail(state: WorkingState, operator: Bytes): void {
  const validator = readValidator(state, operator);
  invariant(validator !== undefined, 'a validator that was slashed does not exist');
  writeValidator(state, { operator, validator: { ...validator, jailed: true } });
}
