// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { SmartContractState } from './SmartContractState.js';

export const QUERIES = [SmartContractState] as const;
