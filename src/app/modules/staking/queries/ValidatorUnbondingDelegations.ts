/** `/cosmos.staking.v1beta1.Query/ValidatorUnbondingDelegations`: what leaves a validator. */
import type { Bytes } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../query/define_query.js';
import { internal } from '../../../query/failure.js';
import { encodePage, keyedEntries, pageOf } from '../../../query/pagination.js';
import { readRequest } from '../../../query/request.js';
import type { StateReader } from '../../../state/types.js';
import { operatorOfQuery } from '../party.js';
import { validatorUnbondingsPrefix } from '../store.js';

function queryValidatorUnbondingDelegations(request: Bytes, state: StateReader): Bytes {
  const { texts, page } = readRequest(request, { 1: 'validator' }, 2);
  const prefix = validatorUnbondingsPrefix(operatorOfQuery(texts.validator, state));
  const found = keyedEntries(state.entries('staking', prefix), prefix, (value) => value);
  return encodePage(pageOf(found, page, internal));
}

export const ValidatorUnbondingDelegations = defineQuery(
  '/cosmos.staking.v1beta1.Query/ValidatorUnbondingDelegations',
  queryValidatorUnbondingDelegations,
);
