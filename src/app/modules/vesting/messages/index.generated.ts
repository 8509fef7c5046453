// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import {
  MsgCreatePeriodicVestingAccount,
  MsgCreatePermanentLockedAccount,
  MsgCreateVestingAccount,
} from './accounts.js';

export const MESSAGES = [
  MsgCreatePeriodicVestingAccount,
  MsgCreatePermanentLockedAccount,
  MsgCreateVestingAccount,
] as const;
