// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { MsgExec } from './MsgExec.js';
import { MsgGrant, MsgRevoke } from './grants.js';

export const MESSAGES = [MsgExec, MsgGrant, MsgRevoke] as const;
