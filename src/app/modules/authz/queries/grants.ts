/** Answers the queries of `cosmos.authz.v1beta1` about grants. */
import { embedded, optional, repeated, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { type Bytes, concatBytes, equalBytes } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { plainError, unknownError } from '../../../sdk/query/failure.js';
import { PageRequest, PageResponse, pageOfEntries } from '../../../sdk/query/pagination.js';
import type { StateReader } from '../../../state/types.js';
import { accountOfQuery } from '../../staking/party.js';
import {
  GRANTS,
  Grant,
  GrantAuthorization,
  type GrantPair,
  grantsPrefix,
  namedGrant,
  pairOfKey,
  readGrant,
} from '../store.js';

const GRANTS_PAGE = { grants: repeated(1, Grant), pagination: optional(2, PageResponse) };
const NAMED_GRANTS_PAGE = { grants: repeated(1, GrantAuthorization), pagination: optional(2, PageResponse) };

/** `/cosmos.authz.v1beta1.Query/Grants` returns what one account has granted another, all or for one message type. */
export const Grants = defineQuery('/cosmos.authz.v1beta1.Query/Grants', {
  rest: '/cosmos/authz/v1beta1/grants',
  request: message(
    'cosmos.authz.v1beta1.QueryGrantsRequest',
    { granter: string(1), grantee: string(2), msgTypeUrl: string(3), pagination: embedded(4, PageRequest) },
    { lenient: true },
  ),
  response: message('cosmos.authz.v1beta1.QueryGrantsResponse', GRANTS_PAGE),
  answer({ granter, grantee, msgTypeUrl, pagination }, state) {
    const pair = { granter: accountOfQuery(granter, state), grantee: accountOfQuery(grantee, state) };
    if (msgTypeUrl !== '') {
      const grant = readGrant(state, pair, msgTypeUrl);
      if (grant === undefined)
        throw unknownError(`authorization not found for ${msgTypeUrl} type: authorization not found`);
      return { grants: [grant], pagination: undefined };
    }
    const prefix = grantsPrefix(pair.granter, pair.grantee);
    const entries = state.entries('authz', prefix);
    const page = pageOfEntries({ entries, prefix, itemOf: Grant.decode, failure: plainError }, pagination);
    return { grants: page.items, pagination: page.pagination };
  },
});

/** `/cosmos.authz.v1beta1.Query/GranterGrants` returns everything that an account has granted. */
export const GranterGrants = defineQuery('/cosmos.authz.v1beta1.Query/GranterGrants', {
  rest: '/cosmos/authz/v1beta1/grants/granter/{granter}',
  request: message(
    'cosmos.authz.v1beta1.QueryGranterGrantsRequest',
    { granter: string(1), pagination: embedded(2, PageRequest) },
    { lenient: true },
  ),
  response: message('cosmos.authz.v1beta1.QueryGranterGrantsResponse', NAMED_GRANTS_PAGE),
  answer({ granter, pagination }, state) {
    return namedPage(state, grantsPrefix(accountOfQuery(granter, state)), () => true, pagination);
  },
});

/** `/cosmos.authz.v1beta1.Query/GranteeGrants` returns everything that was granted to an account. */
export const GranteeGrants = defineQuery('/cosmos.authz.v1beta1.Query/GranteeGrants', {
  rest: '/cosmos/authz/v1beta1/grants/grantee/{grantee}',
  request: message(
    'cosmos.authz.v1beta1.QueryGranteeGrantsRequest',
    { grantee: string(1), pagination: embedded(2, PageRequest) },
    { lenient: true },
  ),
  response: message('cosmos.authz.v1beta1.QueryGranteeGrantsResponse', NAMED_GRANTS_PAGE),
  answer({ grantee: text, pagination }, state) {
    const wanted = accountOfQuery(text, state);
    return namedPage(state, GRANTS, ({ grantee }) => equalBytes(grantee, wanted), pagination);
  },
});

function namedPage(state: StateReader, prefix: Bytes, isWanted: (pair: GrantPair) => boolean, request: PageRequest) {
  const { items, pagination } = pageOfEntries(
    {
      entries: state.entries('authz', prefix),
      prefix,
      itemOf(value, below) {
        const pair = pairOfKey(concatBytes(prefix.slice(GRANTS.length), below));
        return isWanted(pair) ? namedGrant(state, pair, Grant.decode(value)) : undefined;
      },
      failure: plainError,
    },
    request,
  );
  return { grants: items, pagination };
}
