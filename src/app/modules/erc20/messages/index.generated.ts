// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { MsgConvertCoin } from './MsgConvertCoin.js';
import { MsgConvertERC20 } from './MsgConvertERC20.js';
import { MsgRegisterERC20 } from './MsgRegisterERC20.js';
import { MsgToggleConversion } from './MsgToggleConversion.js';
import { MsgUpdateParams } from './MsgUpdateParams.js';

export const MESSAGES = [
  MsgConvertCoin,
  MsgConvertERC20,
  MsgRegisterERC20,
  MsgToggleConversion,
  MsgUpdateParams,
] as const;
