// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { bank } from './bank/precompile.js';
import { bech32 } from './bech32/precompile.js';
import { distribution } from './distribution/precompile.js';
import { gov } from './gov/precompile.js';
import { ics20 } from './ics20/precompile.js';
import { slashing } from './slashing/precompile.js';
import { staking } from './staking/precompile.js';

export const PRECOMPILES = [bank, bech32, distribution, gov, ics20, slashing, staking] as const;
