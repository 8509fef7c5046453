// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { MsgAddBalance, MsgLoadAccounts, MsgSetBalance, MsgSetCode, MsgSetNonce, MsgSetStorageAt } from './accounts.js';
import {
  MsgSetBlockGasLimit,
  MsgSetChainId,
  MsgSetCoinbase,
  MsgSetNextBlockBaseFeePerGas,
  MsgSetPrevRandao,
} from './blocks.js';
import { MsgCloseChannel, MsgSetIbcSequences } from './ibc.js';
import { MsgPassProposal } from './proposals.js';
import {
  MsgMintCoins,
  MsgRegisterTokenPair,
  MsgSetDenomMetadata,
  MsgSetSendEnabled,
  MsgToggleConversion,
} from './tokens.js';
import { MsgAddValidator, MsgSetValidatorPower } from './validators.js';

export const MESSAGES = [
  MsgAddBalance,
  MsgAddValidator,
  MsgCloseChannel,
  MsgLoadAccounts,
  MsgMintCoins,
  MsgPassProposal,
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
