// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { MsgExecuteContract } from './MsgExecuteContract.js';

export const MESSAGES = [MsgExecuteContract] as const;
