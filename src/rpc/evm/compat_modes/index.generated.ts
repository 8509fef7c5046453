// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { mode as anvil } from './anvil.js';
import { mode as hardhat } from './hardhat.js';

export const COMPAT_MODES = [anvil, hardhat] as const;
