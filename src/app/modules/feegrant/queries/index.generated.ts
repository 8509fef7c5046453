// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { Allowance, Allowances, AllowancesByGranter } from './allowances.js';

export const QUERIES = [Allowance, Allowances, AllowancesByGranter] as const;
