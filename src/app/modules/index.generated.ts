// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { auth } from './auth/module.js';
import { bank } from './bank/module.js';
import { dev } from './dev/module.js';
import { evm } from './evm/module.js';
import { feemarket } from './feemarket/module.js';
import { slashing } from './slashing/module.js';
import { staking } from './staking/module.js';

export const MODULES = [auth, bank, dev, evm, feemarket, slashing, staking] as const;
