/** `/cosmos.staking.v1beta1.Query/DelegatorDelegations`: all that a delegator has, ascending by validator. */
import type { Bytes } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../query/define_query.js';
import { internal } from '../../../query/failure.js';
import { encodePage, keyedEntries, pageOf } from '../../../query/pagination.js';
import { readRequest } from '../../../query/request.js';
import type { StateReader } from '../../../state/types.js';
import { decodeDelegation } from '../delegation.js';
import { delegationResponse } from '../delegation_response.js';
import { delegatorAddress } from '../party.js';
import { delegationsPrefix } from '../store.js';

function queryDelegatorDelegations(request: Bytes, state: StateReader): Bytes {
  const { texts, page } = readRequest(request, { 1: 'delegator' }, 2);
  const prefix = delegationsPrefix(delegatorAddress(texts.delegator, state));
  const found = keyedEntries(state.entries('staking', prefix), prefix, (value, key) =>
    // The key below the prefix is the validator's address behind its length.
    delegationResponse(state, key.slice(1), decodeDelegation(value)),
  );
  return encodePage(pageOf(found, page, internal));
}

export const DelegatorDelegations = defineQuery(
  '/cosmos.staking.v1beta1.Query/DelegatorDelegations',
  queryDelegatorDelegations,
);
