/** Serves the dashboard, for all chains of the devnet. */

import { createDashboardHandler } from '../../rpc/dashboard/dashboard_handler.js';
import type { ArtifactFolder } from '../../rpc/dashboard/deps.js';
import type { HttpSurface, SurfaceBackends } from '../surface.js';
import type { DashboardOptions } from './options.js';
import { readPageFiles } from './page_files.js';

/** Limits the body. The page sends signed transactions and scenario files; the largest transaction has 1 MiB. */
const BODY_BYTES = 5_242_880;
/** Limits a message of the page to the feed, which names one chain. */
const MESSAGE_BYTES = 4096;

type Backends = Pick<SurfaceBackends, 'version' | 'chains' | 'scheduler' | 'schedule'>;

export const dashboard: HttpSurface<DashboardOptions, Backends> = {
  serve({ version, chains, scheduler, schedule }, { scenarios, artifacts }, onBug) {
    return {
      handler: createDashboardHandler({
        version,
        chains,
        scheduler,
        schedule,
        files: () => readPageFiles(),
        artifacts: artifacts === undefined ? undefined : artifactFolder(artifacts),
        scenarios,
        onBug: (error) => onBug('dashboard', error),
      }),
      limits: { bodyBytes: BODY_BYTES, webSocketMessageBytes: MESSAGE_BYTES },
    };
  },
};

const artifactFolder = (path: string): ArtifactFolder => ({
  path,
  async *read() {
    yield* (await import('./artifacts.js')).readArtifacts(path);
  },
});
