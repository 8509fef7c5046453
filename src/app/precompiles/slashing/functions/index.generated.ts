// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { getParams } from './getParams.js';
import { getSigningInfo, getSigningInfos } from './signing_infos.js';
import { unjail } from './unjail.js';

export const FUNCTIONS = [getParams, getSigningInfo, getSigningInfos, unjail] as const;
