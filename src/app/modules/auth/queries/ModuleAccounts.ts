/** `/cosmos.auth.v1beta1.Query/ModuleAccounts`: every module's account, ascending by name. */
import { ProtoWriter } from '../../../../codec/protobuf.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../query/define_query.js';
import type { StateReader } from '../../../state/types.js';
import { accountAny } from '../account_any.js';
import { accountRecords } from '../store.js';

function queryModuleAccounts(_: Bytes, state: StateReader): Bytes {
  const named = [...accountRecords(state)].flatMap(([address, { module }]) => (module ? [{ address, ...module }] : []));
  const out = new ProtoWriter();
  for (const { address } of named.sort((a, b) => (a.name < b.name ? -1 : 1)))
    out.message(1, accountAny(address, state));
  return out.finish();
}

export const ModuleAccounts = defineQuery('/cosmos.auth.v1beta1.Query/ModuleAccounts', queryModuleAccounts);
