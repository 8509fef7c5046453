// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { BaseFee, BlockGas, Params } from './fee_market.js';

export const QUERIES = [BaseFee, BlockGas, Params] as const;
