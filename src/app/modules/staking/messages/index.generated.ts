// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { MsgDelegate } from './MsgDelegate.js';

export const MESSAGES = [MsgDelegate] as const;
