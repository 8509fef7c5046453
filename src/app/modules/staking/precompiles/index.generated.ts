// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { distribution } from './distribution.js';
import { staking } from './staking.js';

export const PRECOMPILES = [distribution, staking] as const;
