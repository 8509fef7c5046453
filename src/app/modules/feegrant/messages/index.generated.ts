// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { MsgGrantAllowance, MsgPruneAllowances, MsgRevokeAllowance } from './allowances.js';

export const MESSAGES = [MsgGrantAllowance, MsgPruneAllowances, MsgRevokeAllowance] as const;
