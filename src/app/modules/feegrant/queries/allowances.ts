/** Answers the queries of `cosmos.feegrant.v1beta1`. */
import { embedded, optional, repeated, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { equalBytes } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { internal } from '../../../sdk/query/failure.js';
import { PageRequest, PageResponse, pageOfEntries } from '../../../sdk/query/pagination.js';
import { accountOfQuery } from '../../staking/party.js';
import { NOT_FOUND } from '../failure.js';
import { ALLOWANCE_KEYS, allowancesPrefix, FeeGrant, granterOfKey, readAllowance } from '../store.js';

const PAGE = { allowances: repeated(1, FeeGrant), pagination: optional(2, PageResponse) };

/** `/cosmos.feegrant.v1beta1.Query/Allowance` returns what one account has granted another. */
export const Allowance = defineQuery('/cosmos.feegrant.v1beta1.Query/Allowance', {
  rest: '/cosmos/feegrant/v1beta1/allowance/{granter}/{grantee}',
  request: message(
    'cosmos.feegrant.v1beta1.QueryAllowanceRequest',
    { granter: string(1), grantee: string(2) },
    { lenient: true },
  ),
  response: message('cosmos.feegrant.v1beta1.QueryAllowanceResponse', { allowance: optional(1, FeeGrant) }),
  answer({ granter, grantee }, state) {
    const pair = { granter: accountOfQuery(granter, state), grantee: accountOfQuery(grantee, state) };
    const allowance = readAllowance(state, pair);
    if (allowance === undefined) throw internal(NOT_FOUND);
    return { allowance: { granter, grantee, allowance } };
  },
});

/** `/cosmos.feegrant.v1beta1.Query/Allowances` returns everything that was granted to an account. */
export const Allowances = defineQuery('/cosmos.feegrant.v1beta1.Query/Allowances', {
  rest: '/cosmos/feegrant/v1beta1/allowances/{grantee}',
  request: message(
    'cosmos.feegrant.v1beta1.QueryAllowancesRequest',
    { grantee: string(1), pagination: embedded(2, PageRequest) },
    { lenient: true },
  ),
  response: message('cosmos.feegrant.v1beta1.QueryAllowancesResponse', PAGE),
  answer({ grantee, pagination: page }, state) {
    const prefix = allowancesPrefix(accountOfQuery(grantee, state));
    const entries = state.entries('feegrant', prefix);
    const found = pageOfEntries({ entries, prefix, itemOf: FeeGrant.decode, failure: internal }, page);
    return { allowances: found.items, pagination: found.pagination };
  },
});

/** `/cosmos.feegrant.v1beta1.Query/AllowancesByGranter` returns everything that an account has granted. */
export const AllowancesByGranter = defineQuery('/cosmos.feegrant.v1beta1.Query/AllowancesByGranter', {
  rest: '/cosmos/feegrant/v1beta1/issued/{granter}',
  request: message(
    'cosmos.feegrant.v1beta1.QueryAllowancesByGranterRequest',
    { granter: string(1), pagination: embedded(2, PageRequest) },
    { lenient: true },
  ),
  response: message('cosmos.feegrant.v1beta1.QueryAllowancesByGranterResponse', PAGE),
  answer({ granter, pagination: page }, state) {
    const wanted = accountOfQuery(granter, state);
    const found = pageOfEntries(
      {
        entries: state.entries('feegrant', ALLOWANCE_KEYS),
        prefix: ALLOWANCE_KEYS,
        itemOf: (value, key) => (equalBytes(granterOfKey(key), wanted) ? FeeGrant.decode(value) : undefined),
        failure: internal,
      },
      page,
    );
    return { allowances: found.items, pagination: found.pagination };
  },
});
