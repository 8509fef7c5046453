// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { slashing } from './slashing.js';

export const PRECOMPILES = [slashing] as const;
