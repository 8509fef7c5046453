/** `/cosmos.auth.v1beta1.Query/ModuleAccounts` returns every module's account, ascending by name. */
import { Any } from '../../../../codec/cosmos/base.js';
import { repeated } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { NoFields } from '../../../sdk/query/no_fields.js';
import { accountAny } from '../account_any.js';
import { accountRecords } from '../store.js';

export const ModuleAccounts = defineQuery('/cosmos.auth.v1beta1.Query/ModuleAccounts', {
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
