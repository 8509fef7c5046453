// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { Params, SigningInfo, SigningInfos } from './signing_infos.js';

export const QUERIES = [Params, SigningInfo, SigningInfos] as const;
