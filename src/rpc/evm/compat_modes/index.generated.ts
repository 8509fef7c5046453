// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { mode as anvil } from './anvil.js';
import { mode as hardhat2 } from './hardhat2.js';
import { mode as hardhat3 } from './hardhat3.js';

export const COMPAT_MODES = [anvil, hardhat2, hardhat3] as const;
