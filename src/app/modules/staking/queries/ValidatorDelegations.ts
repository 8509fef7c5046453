/** `/cosmos.staking.v1beta1.Query/ValidatorDelegations`: all that a validator was given, ascending by delegator. */
import { type Bytes, equalBytes } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../query/define_query.js';
import { internal } from '../../../query/failure.js';
import { encodePage, keyedEntries, pageOf } from '../../../query/pagination.js';
import { readRequest } from '../../../query/request.js';
import type { StateReader } from '../../../state/types.js';
import { decodeDelegation } from '../delegation.js';
import { delegationResponse } from '../delegation_response.js';
import { operatorOfQuery } from '../party.js';
import { DELEGATIONS } from '../store.js';

function queryValidatorDelegations(request: Bytes, state: StateReader): Bytes {
  const { texts, page } = readRequest(request, { 1: 'validator' }, 2);
  const operator = operatorOfQuery(texts.validator, state);
  const all = keyedEntries(state.entries('staking', DELEGATIONS), DELEGATIONS, decodeDelegation);
  const own = all
    .filter(({ key }) => equalBytes(key.slice(-operator.length), operator))
    .map(({ key, item }) => ({ key, item: delegationResponse(state, operator, item) }));
  return encodePage(pageOf(own, page, internal));
}

export const ValidatorDelegations = defineQuery(
  '/cosmos.staking.v1beta1.Query/ValidatorDelegations',
  queryValidatorDelegations,
);
