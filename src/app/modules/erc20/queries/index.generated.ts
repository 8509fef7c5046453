// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { Params } from './Params.js';
import { TokenPair } from './TokenPair.js';
import { TokenPairs } from './TokenPairs.js';

export const QUERIES = [Params, TokenPair, TokenPairs] as const;
