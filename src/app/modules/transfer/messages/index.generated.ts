// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { MsgTransfer } from './MsgTransfer.js';
import { MsgUpdateParams } from './MsgUpdateParams.js';

export const MESSAGES = [MsgTransfer, MsgUpdateParams] as const;
