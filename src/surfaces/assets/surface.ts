/** Serves the asset API, over all chains of the devnet and those that a topology describes. */
import { assetService } from '../../rpc/assets/asset_service.js';
import { joinTopology } from '../../rpc/assets/topology/joined_port.js';
import { createRestHandler } from '../../server/rest/rest_handler.js';
import type { HttpSurface, SurfaceBackends } from '../surface.js';
import type { AssetApiOptions } from './options.js';

/** Most bytes of a body: requests name one asset, or a few hundred at most. */
const BODY_BYTES = 1_048_576;

export const assets: HttpSurface<AssetApiOptions, Pick<SurfaceBackends, 'assets' | 'scheduler'>> = {
  serve({ assets: live, scheduler }, { prefix, topology, onSkipped, ...settings }, onBug) {
    const { port, overrides } =
      topology === undefined ? { port: live, overrides: [] } : joinTopology(live, topology, onSkipped);
    const all = { ...settings, overrides: [...(settings.overrides ?? []), ...overrides] };
    return {
      handler: createRestHandler(assetService(port, all), {
        prefix,
        scheduler,
        onBug: (error) => onBug('asset API', error),
      }),
      limits: { bodyBytes: BODY_BYTES },
    };
  },
};
