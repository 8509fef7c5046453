// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { Price } from './price.js';

export const QUERIES = [Price] as const;
