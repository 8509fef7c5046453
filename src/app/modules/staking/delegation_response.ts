/** A delegation with what it is worth (`DelegationResponse`). */
import { encodeCoin } from '../../../codec/cosmos_tx.js';
import { ProtoWriter } from '../../../codec/protobuf.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { invariant } from '../../../kernel/errors.js';
import { DECIMAL_ONE } from '../../decimal.js';
import type { StateReader } from '../../state/types.js';
import { type Delegation, encodeDelegation, tokensFromShares } from './delegation.js';
import { readStakingParams, readValidator } from './store.js';

/** The balance is rounded down. */
export function delegationResponse(state: StateReader, operator: Bytes, delegation: Delegation): Bytes {
  const validator = readValidator(state, operator);
  invariant(validator !== undefined, `a delegation's validator ${delegation.validator} does not exist`);
  const amount = (tokensFromShares(validator, delegation.shares) / DECIMAL_ONE).toString();
  return new ProtoWriter()
    .message(1, encodeDelegation(delegation))
    .message(2, encodeCoin({ denom: readStakingParams(state).bondDenom, amount }))
    .finish();
}
