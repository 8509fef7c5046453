/** Answers the queries of `cosmos.bank.v1beta1` about balances and their owners. */
import { Coin } from '../../../../codec/cosmos/base.js';
import { embedded, repeated, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { utf8 } from '../../../../kernel/text.js';
import { readChainParams } from '../../../sdk/chain_params.js';
import { defineQuery, type Query } from '../../../sdk/query/define_query.js';
import { internal, invalidArgument } from '../../../sdk/query/failure.js';
import { PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import { bech32Address } from '../../../types/address.js';
import { checkDenom } from '../asked_denom.js';
import { holderAddress } from '../holder.js';
import { ownersOf } from '../owners.js';
import { balanceOf, balancesOf, coinOf } from '../store.js';

/**
 * `/cosmos.bank.v1beta1.Query/AllBalances` returns an account's coins, ascending by denom, which is also the key of a
 * page.
 */
export const AllBalances = defineQuery('/cosmos.bank.v1beta1.Query/AllBalances', {
  request: message(
    'cosmos.bank.v1beta1.QueryAllBalancesRequest',
    { address: string(1), page: embedded(2, PageRequest) },
    { lenient: true },
  ),
  response: message('cosmos.bank.v1beta1.QueryAllBalancesResponse', {
    balances: repeated(1, Coin),
    pagination: embedded(2, PageResponse),
  }),
  answer({ address, page }, state) {
    const coins = balancesOf(state, holderAddress(address, state)).map((balance) => ({
      key: utf8(balance.denom),
      item: coinOf(balance),
    }));
    const { items: balances, pagination } = pageOf(coins, page, (text) => invalidArgument(`paginate: ${text}`));
    return { balances, pagination };
  },
});

/** `/cosmos.bank.v1beta1.Query/Balance` returns one coin of an account. Its amount is 0 when the account has none. */
export const Balance = defineQuery('/cosmos.bank.v1beta1.Query/Balance', {
  request: message(
    'cosmos.bank.v1beta1.QueryBalanceRequest',
    { address: string(1), denom: string(2) },
    { lenient: true },
  ),
  response: message('cosmos.bank.v1beta1.QueryBalanceResponse', { balance: embedded(1, Coin) }),
  answer({ address, denom }, state) {
    checkDenom(denom);
    return { balance: coinOf({ denom, amount: balanceOf(state, holderAddress(address, state), denom) }) };
  },
});

const DenomOwner = message('cosmos.bank.v1beta1.DenomOwner', { address: string(1), balance: embedded(2, Coin) });

/**
 * `/cosmos.bank.v1beta1.Query/DenomOwners` returns the owners of a denom and their amounts, ascending by address, which
 * is also a page's key.
 */
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

/** `/cosmos.bank.v1beta1.Query/SpendableBalanceByDenom` returns the balance, because nothing here is locked. */
export const SpendableBalanceByDenom: Query = {
  ...Balance,
  path: '/cosmos.bank.v1beta1.Query/SpendableBalanceByDenom',
};

/** `/cosmos.bank.v1beta1.Query/SpendableBalances` returns all balances, because nothing here is locked. */
export const SpendableBalances: Query = { ...AllBalances, path: '/cosmos.bank.v1beta1.Query/SpendableBalances' };
