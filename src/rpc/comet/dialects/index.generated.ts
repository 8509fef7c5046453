// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { dialect as v0_34 } from './0.34.js';
import { dialect as v0_37 } from './0.37.js';
import { dialect as v0_38 } from './0.38.js';
import { dialect as v0_39 } from './0.39.js';
import { dialect as v0_40 } from './0.40.js';
import { dialect as v1_0 } from './1.0.js';
import { dialect as documented } from './documented.js';

export const COMET_DIALECTS = [v0_34, v0_37, v0_38, v0_39, v0_40, v1_0, documented] as const;
