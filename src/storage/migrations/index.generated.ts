// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { migration as from_3 } from './from_3.js';

export const MIGRATIONS = [from_3] as const;
