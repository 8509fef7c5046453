/** `/cosmos.staking.v1beta1.Query/Validators`: all validators, or those of a status, ascending by operator. */
import { embedded, repeated, string } from '../../../../codec/field.js';
import { message } from '../../../../codec/message.js';
import { defineQuery } from '../../../query/define_query.js';
import { internal, invalidArgument } from '../../../query/failure.js';
import { keyedEntries, PageRequest, PageResponse, pageOf } from '../../../query/pagination.js';
import { VALIDATORS } from '../store.js';
import { BOND_STATUS, type BondStatus, Validator } from '../validator.js';

export const Validators = defineQuery('/cosmos.staking.v1beta1.Query/Validators', {
  request: message(
    'cosmos.staking.v1beta1.QueryValidatorsRequest',
    { status: string(1), page: embedded(2, PageRequest) },
    { lenient: true },
  ),
  response: message('cosmos.staking.v1beta1.QueryValidatorsResponse', {
    validators: repeated(1, Validator),
    pagination: embedded(2, PageResponse),
  }),
  answer({ status, page }, state) {
    const wanted = statusOf(status);
    const all = keyedEntries(state.entries('staking', VALIDATORS), VALIDATORS, Validator.decode);
    const found = wanted === undefined ? all : all.filter(({ item }) => item.status === wanted);
    const { items: validators, pagination } = pageOf(found, page, internal);
    return { validators, pagination };
  },
});

function statusOf(text: string): BondStatus | undefined {
  if (text === '') return undefined;
  const found = (Object.keys(BOND_STATUS) as BondStatus[]).find(
    (status) => text === `BOND_STATUS_${status.toUpperCase()}`,
  );
  if (found === undefined) throw invalidArgument(`invalid validator status ${text}`);
  return found;
}
