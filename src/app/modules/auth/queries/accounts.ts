/** Answers the queries of `cosmos.auth.v1beta1` about accounts, accounts of modules, and the parameters. */
import { Any } from '../../../../codec/cosmos/base.js';
import { embedded, int, repeated, string, uint } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { type Bytes, compareBytes } from '../../../../kernel/bytes.js';
import { toHex } from '../../../../kernel/hex.js';
import { readChainParams } from '../../../sdk/chain_params.js';
import { moduleAccount } from '../../../sdk/module/module_account.js';
import { defineQuery, NoFields } from '../../../sdk/query/define_query.js';
import { internal, invalidArgument, notFound, plainError } from '../../../sdk/query/failure.js';
import { PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import type { StateReader } from '../../../state/types.js';
import { decodeAddress } from '../../../types/address.js';
import { BaseAccount, packAccount } from '../account_record.js';
import { AuthParams } from '../params.js';
import { accountRecords, committed, isKnown, isModuleAccount, readAccountRecord, readAuthParams } from '../store.js';

/** Returns an account as gRPC shows it: the record, with the EVM nonce as its sequence. */
function accountAny(address: Bytes, state: StateReader): Any {
  const record = readAccountRecord(state, address);
  return packAccount({ ...record, base: { ...record.base, sequence: state.account(address)?.nonce ?? 0n } });
}

/** `/cosmos.auth.v1beta1.Query/Account` returns an account with its number and sequence, which is the EVM nonce. */
export const Account = defineQuery('/cosmos.auth.v1beta1.Query/Account', {
  rest: '/cosmos/auth/v1beta1/accounts/{address}',
  request: message('cosmos.auth.v1beta1.QueryAccountRequest', { address: string(1) }, { lenient: true }),
  response: message('cosmos.auth.v1beta1.QueryAccountResponse', { account: embedded(1, Any) }),
  answer({ address: text }, state) {
    if (text === '') throw invalidArgument('Address cannot be empty');
    const address = decodeAddress(text, readChainParams(state).bech32Prefix);
    if (!(address instanceof Uint8Array)) throw plainError(address.problem);
    if (!isKnown(state, address)) throw notFound(`account ${text} not found`);
    return { account: accountAny(address, state) };
  },
});

/** `/cosmos.auth.v1beta1.Query/AccountAddressByID` returns the address of the account with a number. */
export const AccountAddressByID = defineQuery('/cosmos.auth.v1beta1.Query/AccountAddressByID', {
  rest: '/cosmos/auth/v1beta1/address_by_id/{id}',
  request: message(
    'cosmos.auth.v1beta1.QueryAccountAddressByIDRequest',
    { id: int(1), accountId: uint(2) },
    { lenient: true },
  ),
  response: message('cosmos.auth.v1beta1.QueryAccountAddressByIDResponse', { accountAddress: string(1) }),
  answer({ id, accountId }, state) {
    if (id !== 0n) throw invalidArgument("requesting with id isn't supported, try to request using account-id");
    // Accounts that the EVM created have number 0 too. The first account of the genesis document has a record.
    for (const [, { base }] of accountRecords(state))
      if (base.number === accountId) return { accountAddress: base.address };
    throw notFound(`account address not found with account number ${accountId}`);
  },
});

/** `/cosmos.auth.v1beta1.Query/AccountInfo` returns what all kinds of accounts have: number, sequence and key. */
export const AccountInfo = defineQuery('/cosmos.auth.v1beta1.Query/AccountInfo', {
  rest: '/cosmos/auth/v1beta1/account_info/{address}',
  request: message('cosmos.auth.v1beta1.QueryAccountInfoRequest', { address: string(1) }, { lenient: true }),
  response: message('cosmos.auth.v1beta1.QueryAccountInfoResponse', { info: embedded(1, BaseAccount) }),
  answer({ address: text }, state) {
    if (text === '') throw invalidArgument('address cannot be empty');
    const address = decodeAddress(text, readChainParams(state).bech32Prefix);
    if (!(address instanceof Uint8Array)) throw plainError(address.problem);
    if (!isKnown(state, address)) throw notFound(`account ${text} not found`);
    const { base } = readAccountRecord(state, address);
    return { info: { ...base, address: text, sequence: state.account(address)?.nonce ?? 0n } };
  },
});

/**
 * `/cosmos.auth.v1beta1.Query/Accounts` returns all accounts, ascending by address, which is also a page's key. Throws
 * SdkQueryError on a forked chain.
 */
export const Accounts = defineQuery('/cosmos.auth.v1beta1.Query/Accounts', {
  rest: '/cosmos/auth/v1beta1/accounts',
  request: message(
    'cosmos.auth.v1beta1.QueryAccountsRequest',
    { pagination: embedded(1, PageRequest) },
    { lenient: true },
  ),
  response: message('cosmos.auth.v1beta1.QueryAccountsResponse', {
    accounts: repeated(1, Any),
    pagination: embedded(2, PageResponse),
  }),
  answer({ pagination: page }, state) {
    const modules = Array.from(accountRecords(state)).filter(([, { module }]) => module !== undefined);
    const addresses = [...committed(state).accounts(), ...modules].map(([address]) => address);
    const distinct = [...new Map(addresses.map((address) => [toHex(address), address])).values()];
    const all = distinct.sort(compareBytes).map((address) => ({ key: address, item: address }));
    const { items, pagination } = pageOf(all, page, internal, true);
    return { accounts: items.map((address) => accountAny(address, state)), pagination };
  },
});

/** `/cosmos.auth.v1beta1.Query/ModuleAccountByName` returns the account of a module. */
export const ModuleAccountByName = defineQuery('/cosmos.auth.v1beta1.Query/ModuleAccountByName', {
  rest: '/cosmos/auth/v1beta1/module_accounts/{name}',
  request: message('cosmos.auth.v1beta1.QueryModuleAccountByNameRequest', { name: string(1) }, { lenient: true }),
  response: message('cosmos.auth.v1beta1.QueryModuleAccountByNameResponse', { account: embedded(1, Any) }),
  answer({ name }, state) {
    if (name === '') throw invalidArgument('module name is empty');
    const { address } = moduleAccount(name, []);
    if (!isModuleAccount(state, address)) throw notFound(`account ${name} not found`);
    return { account: accountAny(address, state) };
  },
});

/** `/cosmos.auth.v1beta1.Query/ModuleAccounts` returns every module's account, ascending by name. */
export const ModuleAccounts = defineQuery('/cosmos.auth.v1beta1.Query/ModuleAccounts', {
  rest: '/cosmos/auth/v1beta1/module_accounts',
  request: NoFields,
  response: message('cosmos.auth.v1beta1.QueryModuleAccountsResponse', { accounts: repeated(1, Any) }),
  answer(_, state) {
    const named = [...accountRecords(state)].flatMap(([address, { module }]) =>
      module ? [{ address, ...module }] : [],
    );
    named.sort((a, b) => (a.name < b.name ? -1 : 1));
    return { accounts: named.map(({ address }) => accountAny(address, state)) };
  },
});

/** `/cosmos.auth.v1beta1.Query/Params` returns the parameters of auth. */
export const Params = defineQuery('/cosmos.auth.v1beta1.Query/Params', {
  rest: '/cosmos/auth/v1beta1/params',
  request: NoFields,
  response: message('cosmos.auth.v1beta1.QueryParamsResponse', { params: embedded(1, AuthParams) }),
  answer: (_, state) => ({ params: readAuthParams(state) }),
});
