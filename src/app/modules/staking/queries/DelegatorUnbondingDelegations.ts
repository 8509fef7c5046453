/** `/cosmos.staking.v1beta1.Query/DelegatorUnbondingDelegations`: what a delegator has under way. */
import type { Bytes } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../query/define_query.js';
import { internal } from '../../../query/failure.js';
import { encodePage, keyedEntries, pageOf } from '../../../query/pagination.js';
import { readRequest } from '../../../query/request.js';
import type { StateReader } from '../../../state/types.js';
import { delegatorAddress } from '../party.js';
import { unbondingsPrefix } from '../store.js';

function queryDelegatorUnbondingDelegations(request: Bytes, state: StateReader): Bytes {
  const { texts, page } = readRequest(request, { 1: 'delegator' }, 2);
  const prefix = unbondingsPrefix(delegatorAddress(texts.delegator, state));
  const found = keyedEntries(state.entries('staking', prefix), prefix, (value) => value);
  return encodePage(pageOf(found, page, internal));
}

export const DelegatorUnbondingDelegations = defineQuery(
  '/cosmos.staking.v1beta1.Query/DelegatorUnbondingDelegations',
  queryDelegatorUnbondingDelegations,
);
