/** `/cosmos.auth.v1beta1.Query/ModuleAccountByName`. */
import { ProtoWriter } from '../../../codec/protobuf.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { MODULE_ACCOUNTS } from '../../module_accounts.js';
import { invalidArgument, notFound } from '../../query/failure.js';
import { readRequest } from '../../query/request.js';
import type { StateReader } from '../../state/types.js';
import { accountAny } from '../account_any.js';

export function queryModuleAccountByName(request: Bytes, state: StateReader): Bytes {
  const { name } = readRequest(request, { 1: 'name' }).texts;
  if (name === '') throw invalidArgument('module name is empty');
  const found = MODULE_ACCOUNTS.find((account) => account.name === name);
  if (found === undefined) throw notFound(`account ${name} not found`);
  return new ProtoWriter().message(1, accountAny(found.address, state)).finish();
}
