// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { api } from './api/settings.js';
import { assets } from './assets/settings.js';
import { dashboard } from './dashboard/settings.js';
import { grpc } from './grpc/settings.js';
import { registry } from './registry/settings.js';

export const SURFACE_SECTIONS = { api, assets, dashboard, grpc, registry } as const;
