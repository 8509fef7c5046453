/** `/cosmos.auth.v1beta1.Query/ModuleAccountByName` returns the account of a module. */
import { Any } from '../../../../codec/cosmos/base.js';
import { embedded, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { moduleAccount } from '../../../sdk/module/module_account.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { invalidArgument, notFound } from '../../../sdk/query/failure.js';
import { accountAny } from '../account_any.js';
import { isModuleAccount } from '../store.js';

export const ModuleAccountByName = defineQuery('/cosmos.auth.v1beta1.Query/ModuleAccountByName', {
  request: message('cosmos.auth.v1beta1.QueryModuleAccountByNameRequest', { name: string(1) }, { lenient: true }),
  response: message('cosmos.auth.v1beta1.QueryModuleAccountByNameResponse', { account: embedded(1, Any) }),
  answer({ name }, state) {
    if (name === '') throw invalidArgument('module name is empty');
    const { address } = moduleAccount(name, []);
    if (!isModuleAccount(state, address)) throw notFound(`account ${name} not found`);
    return { account: accountAny(address, state) };
  },
});
