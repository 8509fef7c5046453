/** `cosmos.staking.v1beta1.MsgEditValidator` changes what a validator says of itself, its commission and its promise. */
import { embedded, optionalInteger, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { NANOS_PER_SECOND, splitTime, type UnixNanos } from '../../../../kernel/time.js';
import { defineMessage } from '../../../sdk/module/message.js';
import type { StateReader } from '../../../state/types.js';
import { readAddress } from '../../../types/address.js';
import { DECIMAL_ONE, formatDecimal } from '../../../types/coins.js';
import { event } from '../../../types/events.js';
import { failure } from '../../../types/refusal.js';
import { operatorPrefix } from '../addresses.js';
import { existingValidator } from '../delegate.js';
import { checkLengths } from '../description.js';
import { stakingFailure } from '../failure.js';
import { readStakingParams, writeValidator } from '../store.js';
import { type Commission, Description, type Validator } from '../validator.js';

/** Text that leaves a field as it is. */
const UNCHANGED = '[do-not-modify]';

const DAY = 86_400n * NANOS_PER_SECOND;

const request = message(
  'cosmos.staking.v1beta1.MsgEditValidator',
  {
    description: embedded(1, Description),
    validatorAddress: string(2),
    /** Unchanged when absent, as the next field. */
    commissionRate: optionalInteger(3, 'dec'),
    minSelfDelegation: optionalInteger(4),
  },
  { aminoName: 'cosmos-sdk/MsgEditValidator' },
);

export const MsgEditValidator = defineMessage({
  message: request,
  response: message('cosmos.staking.v1beta1.MsgEditValidatorResponse', {}),
  signers: ({ validatorAddress }, { bech32Prefix }) => [
    readAddress('validator address', validatorAddress, operatorPrefix(bech32Prefix)),
  ],
  handle: ({ description, validatorAddress, commissionRate, minSelfDelegation }, { state, params, block, emit }) => {
    const operator = readAddress('validator address', validatorAddress, operatorPrefix(params.bech32Prefix));
    if (Object.values(description).every((text) => text === ''))
      throw failure('invalidRequest', 'empty description: invalid request');
    if (minSelfDelegation !== undefined && minSelfDelegation <= 0n)
      throw failure('invalidRequest', 'minimum self delegation must be a positive integer: invalid request');
    if (commissionRate !== undefined) refuseBadRate(state, commissionRate);
    const before = existingValidator(state, operator);
    const edited = { ...before, description: editedDescription(before.description, description) };
    const commission =
      commissionRate === undefined ? before.commission : newCommission(before.commission, commissionRate, block.time);
    if (minSelfDelegation !== undefined) refuseBadPromise(before, minSelfDelegation);
    const promise = minSelfDelegation ?? before.minSelfDelegation;
    writeValidator(state, { operator, validator: { ...edited, commission, minSelfDelegation: promise } });
    emit(
      event('edit_validator', {
        commission_rate: commissionText(commission),
        min_self_delegation: promise.toString(),
      }),
    );
    return {};
  },
});

/** Throws TxFailure for a rate that no validator may have. */
function refuseBadRate(state: StateReader, rate: bigint): void {
  if (rate > DECIMAL_ONE || rate < 0n)
    throw failure('invalidRequest', 'commission rate must be between 0 and 1 (inclusive): invalid request');
  const { minCommissionRate } = readStakingParams(state);
  if (rate < minCommissionRate)
    throw failure(
      'invalidRequest',
      `commission rate cannot be less than the min commission rate ${formatDecimal(minCommissionRate)}: invalid request`,
    );
}

/** Returns the commission with a new rate (SDK `ValidateNewRate`). Throws TxFailure. */
function newCommission(commission: Commission, rate: bigint, now: UnixNanos): Commission {
  if (now - commission.updateTime < DAY) throw stakingFailure('commissionUpdateTime');
  if (rate > commission.maxRate) throw stakingFailure('commissionAboveMaxRate');
  if (rate - commission.rate > commission.maxChangeRate) throw stakingFailure('commissionAboveMaxChangeRate');
  return { ...commission, rate, updateTime: now };
}

function refuseBadPromise({ minSelfDelegation, tokens }: Validator, promise: bigint): void {
  if (promise <= minSelfDelegation) throw stakingFailure('minSelfDelegationDecreased');
  if (promise > tokens) throw stakingFailure('selfDelegationBelowMinimum');
}

/** Formats a commission as gogoproto's compact text, with a space at its end. */
function commissionText({ rate, maxRate, maxChangeRate, updateTime }: Commission): string {
  const { seconds, nanos } = splitTime(updateTime);
  const time = `${seconds === 0n ? '' : `seconds:${seconds} `}${nanos === 0 ? '' : `nanos:${nanos} `}`;
  const rates = `rate:"${rate}" max_rate:"${maxRate}" max_change_rate:"${maxChangeRate}" `;
  return `commission_rates:<${rates}> update_time:<${time}> `;
}

/** Returns the description with the changes (SDK `UpdateDescription`). Throws TxFailure for a text that is too long. */
function editedDescription(before: Description, changes: Description): Description {
  const edited = { ...before };
  for (const [key, text] of Object.entries(changes)) if (text !== UNCHANGED) Object.assign(edited, { [key]: text });
  checkLengths(edited);
  return edited;
}
