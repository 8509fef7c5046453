// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { Account, ModuleAccountByName, ModuleAccounts, Params } from './accounts.js';

export const QUERIES = [Account, ModuleAccountByName, ModuleAccounts, Params] as const;
