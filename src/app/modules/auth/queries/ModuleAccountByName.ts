/** `/cosmos.auth.v1beta1.Query/ModuleAccountByName`. */
import { ProtoWriter } from '../../../../codec/protobuf.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { moduleAccount } from '../../../module/module_account.js';
import { defineQuery } from '../../../query/define_query.js';
import { invalidArgument, notFound } from '../../../query/failure.js';
import { readRequest } from '../../../query/request.js';
import type { StateReader } from '../../../state/types.js';
import { accountAny } from '../account_any.js';
import { isModuleAccount } from '../store.js';

function queryModuleAccountByName(request: Bytes, state: StateReader): Bytes {
  const { name } = readRequest(request, { 1: 'name' }).texts;
  if (name === '') throw invalidArgument('module name is empty');
  const { address } = moduleAccount(name, []);
  if (!isModuleAccount(state, address)) throw notFound(`account ${name} not found`);
  return new ProtoWriter().message(1, accountAny(address, state)).finish();
}

export const ModuleAccountByName = defineQuery(
  '/cosmos.auth.v1beta1.Query/ModuleAccountByName',
  queryModuleAccountByName,
);
