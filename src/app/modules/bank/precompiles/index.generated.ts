// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { bank } from './bank.js';

export const PRECOMPILES = [bank] as const;
