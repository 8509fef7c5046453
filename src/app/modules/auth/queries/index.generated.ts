// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { Account } from './Account.js';
import { ModuleAccountByName } from './ModuleAccountByName.js';
import { ModuleAccounts } from './ModuleAccounts.js';
import { Params } from './Params.js';

export const QUERIES = [Account, ModuleAccountByName, ModuleAccounts, Params] as const;
