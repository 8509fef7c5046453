/** Answers the queries of `cosmos.bank.v1beta1` about balances and their owners. */
import { Coin } from '../../../../codec/cosmos/base.js';
import { bool, embedded, repeated, string } from '../../../../codec/protobuf/field.js';
import { message, type Of } from '../../../../codec/protobuf/message.js';
import { type Bytes, compareBytes, equalBytes } from '../../../../kernel/bytes.js';
import { utf8 } from '../../../../kernel/text.js';
import { readChainParams } from '../../../sdk/chain_params.js';
import { defineQuery, type Query } from '../../../sdk/query/define_query.js';
import { internal, invalidArgument } from '../../../sdk/query/failure.js';
import { PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import type { StateReader } from '../../../state/types.js';
import { bech32Address, parseBech32Address } from '../../../types/address.js';
import { evmAccounts } from '../../auth/store.js';
import { readDenomMetadata } from '../metadata.js';
import { checkDenom } from '../send_enabled.js';
import { balanceOf, balancesOf, coinOf, holders } from '../store.js';

/** Parses the address that a bank query names. */
function holderAddress(text: string, state: StateReader): Bytes {
  if (text === '') throw invalidArgument('empty address string is not allowed');
  const address = parseBech32Address(text, readChainParams(state).bech32Prefix);
  if (address instanceof Uint8Array) return address;
  throw invalidArgument(`invalid address: ${address.problem}`);
}

const Balances = message('cosmos.bank.v1beta1.QueryAllBalancesResponse', {
  balances: repeated(1, Coin),
  pagination: embedded(2, PageResponse),
});

/** Returns a page of an account's coins, ascending by denom, which is also the key of a page. */
function balancesPage(state: StateReader, address: string, page: PageRequest): Of<typeof Balances> {
  const coins = balancesOf(state, holderAddress(address, state)).map((balance) => ({
    key: utf8(balance.denom),
    item: coinOf(balance),
  }));
  const { items: balances, pagination } = pageOf(coins, page, (text) => invalidArgument(`paginate: ${text}`));
  return { balances, pagination };
}

/**
 * `/cosmos.bank.v1beta1.Query/AllBalances` returns an account's coins, on request under the display names of their
 * metadata.
 */
export const AllBalances = defineQuery('/cosmos.bank.v1beta1.Query/AllBalances', {
  rest: '/cosmos/bank/v1beta1/balances/{address}',
  request: message(
    'cosmos.bank.v1beta1.QueryAllBalancesRequest',
    { address: string(1), pagination: embedded(2, PageRequest), resolveDenom: bool(3) },
    { lenient: true },
  ),
  response: Balances,
  answer({ address, pagination: page, resolveDenom }, state) {
    const { balances, pagination } = balancesPage(state, address, page);
    const shown = (denom: string): string => (resolveDenom && readDenomMetadata(state, denom)?.display) || denom;
    return { balances: balances.map(({ denom, amount }) => ({ denom: shown(denom), amount })), pagination };
  },
});

/** `/cosmos.bank.v1beta1.Query/Balance` returns one coin of an account. Its amount is 0 when the account has none. */
export const Balance = defineQuery('/cosmos.bank.v1beta1.Query/Balance', {
  rest: '/cosmos/bank/v1beta1/balances/{address}/by_denom',
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

interface Owner {
  readonly address: Bytes;
  readonly amount: bigint;
}

/**
 * Returns the owners of a denom, ascending by address. There is no index, so it reads all balances. Throws
 * SdkQueryError on a forked chain.
 */
function ownersOf(state: StateReader, denom: string): readonly Owner[] {
  const isBase = denom === readChainParams(state).baseDenom;
  return (isBase ? evmAccounts(state) : distinctAddresses(holders(state)))
    .map((address) => ({ address, amount: balanceOf(state, address, denom) }))
    .filter(({ amount }) => amount > 0n)
    .sort((a, b) => compareBytes(a.address, b.address));
}

function distinctAddresses(ascending: Iterable<Bytes>): readonly Bytes[] {
  const found: Bytes[] = [];
  for (const address of ascending) {
    const last = found.at(-1);
    if (last === undefined || !equalBytes(last, address)) found.push(address);
  }
  return found;
}

/**
 * `/cosmos.bank.v1beta1.Query/DenomOwners` returns the owners of a denom and their amounts, ascending by address, which
 * is also a page's key.
 */
export const DenomOwners = defineQuery('/cosmos.bank.v1beta1.Query/DenomOwners', {
  rest: '/cosmos/bank/v1beta1/denom_owners/{denom=**}',
  request: message(
    'cosmos.bank.v1beta1.QueryDenomOwnersRequest',
    { denom: string(1), pagination: embedded(2, PageRequest) },
    { lenient: true },
  ),
  response: message('cosmos.bank.v1beta1.QueryDenomOwnersResponse', {
    denomOwners: repeated(1, DenomOwner),
    pagination: embedded(2, PageResponse),
  }),
  answer({ denom, pagination: page }, state) {
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

/** `/cosmos.bank.v1beta1.Query/DenomOwnersByQuery` is DenomOwners for REST clients whose denoms have slashes. */
export const DenomOwnersByQuery: Query = {
  ...DenomOwners,
  path: '/cosmos.bank.v1beta1.Query/DenomOwnersByQuery',
  rest: '/cosmos/bank/v1beta1/denom_owners_by_query',
};

/** `/cosmos.bank.v1beta1.Query/SpendableBalanceByDenom` returns the balance, because nothing here is locked. */
export const SpendableBalanceByDenom: Query = {
  ...Balance,
  path: '/cosmos.bank.v1beta1.Query/SpendableBalanceByDenom',
  rest: '/cosmos/bank/v1beta1/spendable_balances/{address}/by_denom',
};

/** `/cosmos.bank.v1beta1.Query/SpendableBalances` returns all balances, because nothing here is locked. */
export const SpendableBalances = defineQuery('/cosmos.bank.v1beta1.Query/SpendableBalances', {
  rest: '/cosmos/bank/v1beta1/spendable_balances/{address}',
  request: message(
    'cosmos.bank.v1beta1.QuerySpendableBalancesRequest',
    { address: string(1), pagination: embedded(2, PageRequest) },
    { lenient: true },
  ),
  response: Balances,
  answer: ({ address, pagination }, state) => balancesPage(state, address, pagination),
});
