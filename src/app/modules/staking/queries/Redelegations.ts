/** `/cosmos.staking.v1beta1.Query/Redelegations` lists stake that moves from one validator to another. */
import { embedded, optional, repeated, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { readChainParams } from '../../../sdk/chain_params.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { PageRequest, PageResponse } from '../../../sdk/query/pagination.js';
import { RedelegationResponse } from '../redelegation.js';
import { findRedelegations } from '../redelegations.js';

export const Redelegations = defineQuery('/cosmos.staking.v1beta1.Query/Redelegations', {
  request: message(
    'cosmos.staking.v1beta1.QueryRedelegationsRequest',
    { delegator: string(1), source: string(2), destination: string(3), page: embedded(4, PageRequest) },
    { lenient: true },
  ),
  response: message('cosmos.staking.v1beta1.QueryRedelegationsResponse', {
    responses: repeated(1, RedelegationResponse),
    pagination: optional(2, PageResponse),
  }),
  answer: (query, state) => findRedelegations(state, readChainParams(state).bech32Prefix, query),
});
