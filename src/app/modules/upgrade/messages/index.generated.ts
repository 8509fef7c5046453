// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { MsgCancelUpgrade, MsgSoftwareUpgrade } from './plans.js';

export const MESSAGES = [MsgCancelUpgrade, MsgSoftwareUpgrade] as const;
