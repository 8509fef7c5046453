// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { api } from './api/surface.js';
import { assets } from './assets/surface.js';
import { dashboard } from './dashboard/surface.js';
import { grpc } from './grpc/surface.js';
import { registry } from './registry/surface.js';

export const SURFACES = { api, assets, dashboard, grpc, registry } as const;
