// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { api } from './api/options.js';
import { assets } from './assets/options.js';
import { dashboard } from './dashboard/options.js';
import { grpc } from './grpc/options.js';
import { registry } from './registry/options.js';
import type { SurfaceOption as SurfaceOption_api } from './api/options.js';
import type { SurfaceOption as SurfaceOption_assets } from './assets/options.js';
import type { SurfaceOption as SurfaceOption_dashboard } from './dashboard/options.js';
import type { SurfaceOption as SurfaceOption_grpc } from './grpc/options.js';
import type { SurfaceOption as SurfaceOption_registry } from './registry/options.js';

export type SurfaceOptions = SurfaceOption_api &
  SurfaceOption_assets &
  SurfaceOption_dashboard &
  SurfaceOption_grpc &
  SurfaceOption_registry;

export const SURFACE_READERS = { api, assets, dashboard, grpc, registry } as const;
