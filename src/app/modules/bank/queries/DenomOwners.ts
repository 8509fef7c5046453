/**
 * `/cosmos.bank.v1beta1.Query/DenomOwners` returns the owners of a denom and their amounts, ascending by address, which
 * is also a page's key.
 */
import { Coin } from '../../../../codec/cosmos/base.js';
import { embedded, repeated, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { readChainParams } from '../../../sdk/chain_params.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { internal } from '../../../sdk/query/failure.js';
import { PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import { bech32Address } from '../../../types/address.js';
import { checkDenom } from '../asked_denom.js';
import { ownersOf } from '../owners.js';
import { coinOf } from '../store.js';

const DenomOwner = message('cosmos.bank.v1beta1.DenomOwner', { address: string(1), balance: embedded(2, Coin) });

export const DenomOwners = defineQuery('/cosmos.bank.v1beta1.Query/DenomOwners', {
  request: message(
    'cosmos.bank.v1beta1.QueryDenomOwnersRequest',
    { denom: string(1), page: embedded(2, PageRequest) },
    { lenient: true },
  ),
  response: message('cosmos.bank.v1beta1.QueryDenomOwnersResponse', {
    denomOwners: repeated(1, DenomOwner),
    pagination: embedded(2, PageResponse),
  }),
  answer({ denom, page }, state) {
    checkDenom(denom);
    const { bech32Prefix } = readChainParams(state);
    const owners = ownersOf(state, denom).map(({ address, amount }) => ({
      key: address,
      item: { address: bech32Address(address, bech32Prefix), balance: coinOf({ denom, amount }) },
    }));
    const { items: denomOwners, pagination } = pageOf(owners, page, internal);
    return { denomOwners, pagination };
  },
});
