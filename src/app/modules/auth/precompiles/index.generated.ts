// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { bech32 } from './bech32.js';

export const PRECOMPILES = [bech32] as const;
