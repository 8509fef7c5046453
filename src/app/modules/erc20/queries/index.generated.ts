// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { Params, TokenPair, TokenPairs } from './token_pairs.js';

export const QUERIES = [Params, TokenPair, TokenPairs] as const;
