// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { assets } from './assets/surface.js';
import { dashboard } from './dashboard/surface.js';

export const SURFACES = { assets, dashboard } as const;
