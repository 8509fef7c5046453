// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { MsgRegisterPreinstalls } from './MsgRegisterPreinstalls.js';
import { MsgUpdateParams } from './MsgUpdateParams.js';

export const MESSAGES = [MsgRegisterPreinstalls, MsgUpdateParams] as const;
