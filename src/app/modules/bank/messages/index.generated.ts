// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { MsgMultiSend } from './MsgMultiSend.js';
import { MsgSend } from './MsgSend.js';
import { MsgSetSendEnabled, MsgUpdateParams } from './params.js';

export const MESSAGES = [MsgMultiSend, MsgSend, MsgSetSendEnabled, MsgUpdateParams] as const;
