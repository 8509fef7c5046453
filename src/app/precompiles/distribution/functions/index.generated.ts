// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { delegatorValidators } from './delegatorValidators.js';
import { delegatorWithdrawAddress } from './delegatorWithdrawAddress.js';

export const FUNCTIONS = [delegatorValidators, delegatorWithdrawAddress] as const;
