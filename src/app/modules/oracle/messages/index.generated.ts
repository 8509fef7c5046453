// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { MsgPrices } from './MsgPrices.js';

export const MESSAGES = [MsgPrices] as const;
