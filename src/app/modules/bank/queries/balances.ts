/** Answers the queries of `cosmos.bank.v1beta1` about balances and their owners. */
import { Coin } from '../../../../codec/cosmos/base.js';
import { bool, embedded, repeated, string } from '../../../../codec/protobuf/field.js';
import { message, type Of } from '../../../../codec/protobuf/message.js';
import { type Bytes, compareBytes, concatBytes } from '../../../../kernel/bytes.js';
import { utf8 } from '../../../../kernel/text.js';
import { readBlockRecord } from '../../../sdk/block_record.js';
import { readChainParams } from '../../../sdk/chain_params.js';
import { defineQuery, type Query } from '../../../sdk/query/define_query.js';
import { internal, invalidArgument } from '../../../sdk/query/failure.js';
import { PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import type { StateReader } from '../../../state/types.js';
import { bech32Address, decodeAddress } from '../../../types/address.js';
import { committed } from '../../auth/store.js';
import { readDenomMetadata } from '../metadata.js';
import { checkDenom } from '../send_enabled.js';
import { balanceOf, balancesOf, coinOf, lockedBalanceOf, storedBalances } from '../store.js';

/** Parses the address that a bank query names. */
function holderAddress(text: string, state: StateReader): Bytes {
  const address = decodeAddress(text, readChainParams(state).bech32Prefix);
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
  const { items: balances, pagination } = pageOf(coins, page, (text) => invalidArgument(`paginate: ${text}`), true);
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
  const owners: Owner[] = [];
  if (denom === readChainParams(state).baseDenom) {
    for (const [address, { balance }] of committed(state).accounts())
      if (balance > 0n) owners.push({ address, amount: balance });
    return owners;
  }
  for (const { address, denom: held, amount } of storedBalances(state))
    if (held === denom && amount > 0n) owners.push({ address, amount });
  return owners.sort((a, b) => compareBytes(a.address, b.address));
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
    const owners = ownersOf(state, denom).map((owner) => ({
      key: concatBytes(Uint8Array.of(owner.address.length), owner.address),
      item: owner,
    }));
    const { items, pagination } = pageOf(owners, page, internal, true);
    // The text of an address takes longer than finding it.
    const denomOwners = items.map(({ address, amount }) => ({
      address: bech32Address(address, bech32Prefix),
      balance: coinOf({ denom, amount }),
    }));
    return { denomOwners, pagination };
  },
});

/** `/cosmos.bank.v1beta1.Query/DenomOwnersByQuery` is DenomOwners for REST clients whose denoms have slashes. */
export const DenomOwnersByQuery: Query = {
  ...DenomOwners,
  path: '/cosmos.bank.v1beta1.Query/DenomOwnersByQuery',
  rest: '/cosmos/bank/v1beta1/denom_owners_by_query',
};

/** Returns how much of a denom the account may spend at the time of the state. It is 0 where more is locked than there is. */
function spendableOf(state: StateReader, address: Bytes, denom: string): bigint {
  const { balance, locked } = lockedBalanceOf(state, address, denom, readBlockRecord(state).time);
  return locked < balance ? balance - locked : 0n;
}

/** `/cosmos.bank.v1beta1.Query/SpendableBalanceByDenom` returns a balance without coins that are locked. */
export const SpendableBalanceByDenom = defineQuery('/cosmos.bank.v1beta1.Query/SpendableBalanceByDenom', {
  rest: '/cosmos/bank/v1beta1/spendable_balances/{address}/by_denom',
  request: message(
    'cosmos.bank.v1beta1.QuerySpendableBalanceByDenomRequest',
    { address: string(1), denom: string(2) },
    { lenient: true },
  ),
  response: message('cosmos.bank.v1beta1.QuerySpendableBalanceByDenomResponse', { balance: embedded(1, Coin) }),
  answer({ address, denom }, state) {
    checkDenom(denom);
    return { balance: coinOf({ denom, amount: spendableOf(state, holderAddress(address, state), denom) }) };
  },
});

/** `/cosmos.bank.v1beta1.Query/SpendableBalances` returns all balances without coins that are locked. */
export const SpendableBalances = defineQuery('/cosmos.bank.v1beta1.Query/SpendableBalances', {
  rest: '/cosmos/bank/v1beta1/spendable_balances/{address}',
  request: message(
    'cosmos.bank.v1beta1.QuerySpendableBalancesRequest',
    { address: string(1), pagination: embedded(2, PageRequest) },
    { lenient: true },
  ),
  response: Balances,
  answer({ address, pagination: page }, state) {
    const { balances, pagination } = balancesPage(state, address, page);
    const holder = holderAddress(address, state);
    return {
      balances: balances.map(({ denom }) => coinOf({ denom, amount: spendableOf(state, holder, denom) })),
      pagination,
    };
  },
});
