// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { AnnualProvisions, Inflation, Params } from './minter.js';

export const QUERIES = [AnnualProvisions, Inflation, Params] as const;
