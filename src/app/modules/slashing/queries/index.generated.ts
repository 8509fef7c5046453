// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { Params } from './Params.js';
import { SigningInfo } from './SigningInfo.js';
import { SigningInfos } from './SigningInfos.js';

export const QUERIES = [Params, SigningInfo, SigningInfos] as const;
