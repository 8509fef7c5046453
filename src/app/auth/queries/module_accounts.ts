/** `/cosmos.auth.v1beta1.Query/ModuleAccounts`: every module's account, ascending by name. */
import { ProtoWriter } from '../../../codec/protobuf.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { MODULE_ACCOUNTS } from '../../module_accounts.js';
import type { StateReader } from '../../state/types.js';
import { accountAny } from '../account_any.js';

export function queryModuleAccounts(_: Bytes, state: StateReader): Bytes {
  const out = new ProtoWriter();
  for (const { address } of MODULE_ACCOUNTS.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    out.message(1, accountAny(address, state));
  return out.finish();
}
