// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { MsgCreateValidator } from './MsgCreateValidator.js';
import { MsgDelegate } from './MsgDelegate.js';
import { MsgEditValidator } from './MsgEditValidator.js';
import { MsgUpdateParams } from './MsgUpdateParams.js';
import { MsgBeginRedelegate, MsgCancelUnbondingDelegation, MsgUndelegate } from './unbonding.js';

export const MESSAGES = [
  MsgBeginRedelegate,
  MsgCancelUnbondingDelegation,
  MsgCreateValidator,
  MsgDelegate,
  MsgEditValidator,
  MsgUndelegate,
  MsgUpdateParams,
] as const;
