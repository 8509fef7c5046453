/**
 * Follows what staking does to validators and delegations (SDK x/distribution `hooks.go`). Nothing happens on a chain
 * whose genesis has no distribution. The folder has the part of distribution that staking calls, and imports only
 * staking's records.
 */
import type { Bytes } from '../../../../kernel/bytes.js';
import { hasModule } from '../../../sdk/chain_params.js';
import type { ChangeContext } from '../../../sdk/module/message.js';
import { splitDecCoins, takeDecCoins, toDecCoins } from '../../../types/dec_coins.js';
import { TxFailure } from '../../../types/refusal.js';
import { sendCoins } from '../../bank/send_coins.js';
import { type Registered, readDelegation, readValidator } from '../store.js';
import { beginRewards, endPeriod, initializeValidator, retain, withdrawRewards } from './periods.js';
import {
  addToCommunityPool,
  COMMISSION,
  CURRENT,
  DISTRIBUTION,
  HISTORICAL,
  OUTSTANDING,
  SLASHES,
  slashKey,
  validatorKey,
  withdrawAddress,
} from './store.js';

const isOn = ({ params }: Pick<ChangeContext, 'params'>): boolean => hasModule(params, 'distribution');

export function afterValidatorCreated(context: ChangeContext, operator: Bytes): void {
  if (isOn(context)) initializeValidator(context.state, operator);
}

/** Pays the rewards of a delegation whose shares change, or ends the period in which a new one begins. Throws TxFailure. */
export function beforeDelegationChanges(context: ChangeContext, delegator: Bytes, operator: Bytes): void {
  if (!isOn(context)) return;
  const { state } = context;
  const validator = readValidator(state, operator);
  if (validator === undefined) return;
  const delegation = readDelegation(state, delegator, operator);
  if (delegation === undefined) endPeriod(state, { operator, validator });
  else withdrawRewards(context, delegator, { operator, validator }, delegation);
}

/** Begins the rewards of a delegation that has other shares, and still some. */
export function afterDelegationChanges(context: ChangeContext, delegator: Bytes, operator: Bytes): void {
  if (isOn(context)) beginRewards(context.state, context.block.height, delegator, operator);
}

/** Ends the period before the slash, and records the share of its tokens that the validator loses. */
export function beforeValidatorSlashed(context: ChangeContext, registered: Registered, fraction: bigint): void {
  if (!isOn(context)) return;
  const { state, block } = context;
  const validatorPeriod = endPeriod(state, registered);
  retain(state, registered.operator, validatorPeriod);
  SLASHES.write(state, { validatorPeriod, fraction }, slashKey(registered.operator, block.height, validatorPeriod));
}

/**
 * Pays the commission of a validator that has been deleted, and deletes its records. What is left goes to the community
 * pool, and so does a commission that cannot be paid.
 */
export function afterValidatorRemoved(context: ChangeContext, operator: Bytes): void {
  if (!isOn(context)) return;
  const { state } = context;
  const key = validatorKey(operator);
  const { commission } = COMMISSION.read(state, key);
  const { whole } = splitDecCoins(commission);
  const checkpoint = state.checkpoint();
  let outstanding = OUTSTANDING.read(state, key).rewards;
  try {
    if (whole.length > 0) sendCoins(context, DISTRIBUTION.address, withdrawAddress(state, operator), whole);
    outstanding = takeDecCoins(outstanding, toDecCoins(whole));
  } catch (error) {
    if (!(error instanceof TxFailure)) throw error;
    state.revertTo(checkpoint);
  }
  addToCommunityPool(state, outstanding);
  OUTSTANDING.delete(state, key);
  COMMISSION.delete(state, key);
  for (const [slash] of [...SLASHES.entries(state, key)]) SLASHES.delete(state, slash);
  for (const [period] of [...HISTORICAL.entries(state, key)]) HISTORICAL.delete(state, period);
  CURRENT.delete(state, key);
}
