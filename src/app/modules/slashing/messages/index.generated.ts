// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { MsgUnjail } from './MsgUnjail.js';
import { MsgUpdateParams } from './MsgUpdateParams.js';

export const MESSAGES = [MsgUnjail, MsgUpdateParams] as const;
