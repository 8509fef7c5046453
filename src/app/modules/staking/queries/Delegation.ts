/** `/cosmos.staking.v1beta1.Query/Delegation`: what one delegator has with one validator. */
import { ProtoWriter } from '../../../../codec/protobuf.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../query/define_query.js';
import { invalidArgument, notFound } from '../../../query/failure.js';
import { readRequest } from '../../../query/request.js';
import type { StateReader } from '../../../state/types.js';
import { delegationResponse } from '../delegation_response.js';
import { delegatorAddress, operatorOfQuery } from '../party.js';
import { readDelegation } from '../store.js';

function queryDelegation(request: Bytes, state: StateReader): Bytes {
  const { delegator, validator } = readRequest(request, { 1: 'delegator', 2: 'validator' }).texts;
  if (delegator !== '' && validator === '') throw invalidArgument('validator address cannot be empty');
  const owner = delegatorAddress(delegator, state);
  const operator = operatorOfQuery(validator, state);
  const delegation = readDelegation(state, owner, operator);
  if (delegation === undefined)
    throw notFound(`delegation with delegator ${delegator} not found for validator ${validator}`);
  return new ProtoWriter().message(1, delegationResponse(state, operator, delegation)).finish();
}

export const Delegation = defineQuery('/cosmos.staking.v1beta1.Query/Delegation', queryDelegation);
