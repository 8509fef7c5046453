/** Encodes a delegation with its worth. */
import { Coin } from '../../../codec/cosmos/base.js';
import { embedded } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { invariant } from '../../../kernel/errors.js';
import type { StateReader } from '../../state/types.js';
import { DECIMAL_ONE } from '../../types/coins.js';
import { Delegation, tokensFromShares } from './delegation.js';
import { readStakingParams, readValidator } from './store.js';

export const DelegationResponse = message('cosmos.staking.v1beta1.DelegationResponse', {
  delegation: embedded(1, Delegation),
  /** Rounded down. */
  balance: embedded(2, Coin),
});
export type DelegationResponse = Of<typeof DelegationResponse>;

export function delegationResponse(state: StateReader, operator: Bytes, delegation: Delegation): DelegationResponse {
  const validator = readValidator(state, operator);
  invariant(validator !== undefined, `a delegation's validator ${delegation.validator} does not exist`);
  const amount = (tokensFromShares(validator, delegation.shares) / DECIMAL_ONE).toString();
  return { delegation, balance: { denom: readStakingParams(state).bondDenom, amount } };
}
