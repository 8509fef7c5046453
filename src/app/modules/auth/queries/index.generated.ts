// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import {
  Account,
  AccountAddressByID,
  AccountInfo,
  Accounts,
  ModuleAccountByName,
  ModuleAccounts,
  Params,
} from './accounts.js';
import { AddressBytesToString, AddressStringToBytes, Bech32Prefix } from './bech32.js';

export const QUERIES = [
  Account,
  AccountAddressByID,
  AccountInfo,
  Accounts,
  AddressBytesToString,
  AddressStringToBytes,
  Bech32Prefix,
  ModuleAccountByName,
  ModuleAccounts,
  Params,
] as const;
