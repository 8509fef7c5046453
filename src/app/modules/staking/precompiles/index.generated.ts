// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { staking } from './staking.js';

export const PRECOMPILES = [staking] as const;
