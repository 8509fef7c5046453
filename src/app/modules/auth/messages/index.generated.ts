// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { MsgUpdateParams } from './MsgUpdateParams.js';

export const MESSAGES = [MsgUpdateParams] as const;
