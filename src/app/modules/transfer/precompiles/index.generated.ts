// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { ics20 } from './ics20.js';

export const PRECOMPILES = [ics20] as const;
