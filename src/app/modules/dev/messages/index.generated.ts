// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { MsgSetBalance } from './MsgSetBalance.js';
import { MsgSetBlockGasLimit } from './MsgSetBlockGasLimit.js';
import { MsgSetCode } from './MsgSetCode.js';
import { MsgSetCoinbase } from './MsgSetCoinbase.js';
import { MsgSetNextBlockBaseFeePerGas } from './MsgSetNextBlockBaseFeePerGas.js';
import { MsgSetNonce } from './MsgSetNonce.js';
import { MsgSetPrevRandao } from './MsgSetPrevRandao.js';
import { MsgSetStorageAt } from './MsgSetStorageAt.js';
import { MsgSetValidatorPower } from './MsgSetValidatorPower.js';

export const MESSAGES = [
  MsgSetBalance,
  MsgSetBlockGasLimit,
  MsgSetCode,
  MsgSetCoinbase,
  MsgSetNextBlockBaseFeePerGas,
  MsgSetNonce,
  MsgSetPrevRandao,
  MsgSetStorageAt,
  MsgSetValidatorPower,
] as const;
