/** Answers the queries of `cosmos.auth.v1beta1`: accounts, accounts of modules, and the parameters. */
import { Any } from '../../../../codec/cosmos/base.js';
import { embedded, repeated, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { readChainParams } from '../../../sdk/chain_params.js';
import { moduleAccount } from '../../../sdk/module/module_account.js';
import { defineQuery, NoFields } from '../../../sdk/query/define_query.js';
import { invalidArgument, notFound } from '../../../sdk/query/failure.js';
import type { StateReader } from '../../../state/types.js';
import { parseBech32Address } from '../../../types/address.js';
import { AuthParams } from '../params.js';
import { accountRecords, isModuleAccount, packAccount, readAccountRecord, readAuthParams } from '../store.js';

/** Returns an account as gRPC shows it: the record, with the EVM nonce as its sequence. */
function accountAny(address: Bytes, state: StateReader): Any {
  const { base, module } = readAccountRecord(state, address);
  return packAccount({ base: { ...base, sequence: state.account(address)?.nonce ?? 0n }, module });
}

/** `/cosmos.auth.v1beta1.Query/Account` returns an account with its number and sequence, which is the EVM nonce. */
export const Account = defineQuery('/cosmos.auth.v1beta1.Query/Account', {
  rest: '/cosmos/auth/v1beta1/accounts/{address}',
  request: message('cosmos.auth.v1beta1.QueryAccountRequest', { address: string(1) }, { lenient: true }),
  response: message('cosmos.auth.v1beta1.QueryAccountResponse', { account: embedded(1, Any) }),
  answer({ address: text }, state) {
    if (text === '') throw invalidArgument('Address cannot be empty');
    const address = parseBech32Address(text, readChainParams(state).bech32Prefix);
    if (!(address instanceof Uint8Array)) throw invalidArgument(address.problem);
    if (state.account(address) === undefined && !isModuleAccount(state, address))
      throw notFound(`account ${text} not found`);
    return { account: accountAny(address, state) };
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
