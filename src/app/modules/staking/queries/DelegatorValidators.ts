/** `/cosmos.staking.v1beta1.Query/DelegatorValidators`: the validators that a delegator has chosen. */
import type { Bytes } from '../../../../kernel/bytes.js';
import { invariant } from '../../../../kernel/errors.js';
import { toHex } from '../../../../kernel/hex.js';
import { defineQuery } from '../../../query/define_query.js';
import { internal } from '../../../query/failure.js';
import { encodePage, keyedEntries, pageOf } from '../../../query/pagination.js';
import { readRequest } from '../../../query/request.js';
import type { StateReader } from '../../../state/types.js';
import { delegatorAddress } from '../party.js';
import { delegationsPrefix, readValidator } from '../store.js';
import { encodeValidator } from '../validator.js';

function queryDelegatorValidators(request: Bytes, state: StateReader): Bytes {
  const { texts, page } = readRequest(request, { 1: 'delegator' }, 2);
  const prefix = delegationsPrefix(delegatorAddress(texts.delegator, state));
  const found = keyedEntries(state.entries('staking', prefix), prefix, (_, key) => {
    const validator = readValidator(state, key.slice(1));
    invariant(validator !== undefined, `a delegation's validator ${toHex(key.slice(1))} does not exist`);
    return encodeValidator(validator);
  });
  return encodePage(pageOf(found, page, internal));
}

export const DelegatorValidators = defineQuery(
  '/cosmos.staking.v1beta1.Query/DelegatorValidators',
  queryDelegatorValidators,
);
