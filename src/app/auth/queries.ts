/** The paths of `cosmos.auth.v1beta1.Query`. */
import type { GrpcTable } from '../query/handler.js';
import { queryAccount } from './queries/account.js';
import { queryModuleAccountByName } from './queries/module_account_by_name.js';
import { queryModuleAccounts } from './queries/module_accounts.js';
import { queryAuthParams } from './queries/params.js';

export const AUTH_QUERIES: GrpcTable = {
  '/cosmos.auth.v1beta1.Query/Account': queryAccount,
  '/cosmos.auth.v1beta1.Query/ModuleAccountByName': queryModuleAccountByName,
  '/cosmos.auth.v1beta1.Query/ModuleAccounts': queryModuleAccounts,
  '/cosmos.auth.v1beta1.Query/Params': queryAuthParams,
};
