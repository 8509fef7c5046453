// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { MsgAddBalance } from './MsgAddBalance.js';
import { MsgAddValidator } from './MsgAddValidator.js';
import { MsgCloseChannel } from './MsgCloseChannel.js';
import { MsgLoadAccounts } from './MsgLoadAccounts.js';
import { MsgMintCoins } from './MsgMintCoins.js';
import { MsgRegisterTokenPair } from './MsgRegisterTokenPair.js';
import { MsgSetBalance } from './MsgSetBalance.js';
import { MsgSetBlockGasLimit } from './MsgSetBlockGasLimit.js';
import { MsgSetChainId } from './MsgSetChainId.js';
import { MsgSetCode } from './MsgSetCode.js';
import { MsgSetCoinbase } from './MsgSetCoinbase.js';
import { MsgSetDenomMetadata } from './MsgSetDenomMetadata.js';
import { MsgSetIbcSequences } from './MsgSetIbcSequences.js';
import { MsgSetNextBlockBaseFeePerGas } from './MsgSetNextBlockBaseFeePerGas.js';
import { MsgSetNonce } from './MsgSetNonce.js';
import { MsgSetPrevRandao } from './MsgSetPrevRandao.js';
import { MsgSetSendEnabled } from './MsgSetSendEnabled.js';
import { MsgSetStorageAt } from './MsgSetStorageAt.js';
import { MsgSetValidatorPower } from './MsgSetValidatorPower.js';
import { MsgToggleConversion } from './MsgToggleConversion.js';

export const MESSAGES = [
  MsgAddBalance,
  MsgAddValidator,
  MsgCloseChannel,
  MsgLoadAccounts,
  MsgMintCoins,
  MsgRegisterTokenPair,
  MsgSetBalance,
  MsgSetBlockGasLimit,
  MsgSetChainId,
  MsgSetCode,
  MsgSetCoinbase,
  MsgSetDenomMetadata,
  MsgSetIbcSequences,
  MsgSetNextBlockBaseFeePerGas,
  MsgSetNonce,
  MsgSetPrevRandao,
  MsgSetSendEnabled,
  MsgSetStorageAt,
  MsgSetValidatorPower,
  MsgToggleConversion,
] as const;
