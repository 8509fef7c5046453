/** Defines the asset API as a REST service. Credentials are ignored, and there is no rate limit. */
import type { AssetBackend } from '../../backend/assets.js';
import type { RestService } from '../rest/service.js';
import { AssetContext } from './context.js';
import { ASSET_ROUTES } from './routes/index.generated.js';
import { type AssetSettings, DEFAULT_ASSET_SETTINGS } from './settings.js';

/** Paths that clients know but that this service does not implement. */
const UNSERVED = ['/v2/fungible/msgs', '/v2/fungible/msgs_direct', '/v2/tx/submit', '/v2/tx/track', '/v2/tx/status'];

export function assetService(backend: AssetBackend, settings: Partial<AssetSettings> = {}): RestService {
  const context = new AssetContext(backend, { ...DEFAULT_ASSET_SETTINGS, ...settings });
  return {
    name: 'asset API',
    version: '2',
    description: 'Which assets reach which chains by IBC transfers, computed from the state of the simulated chains.',
    routes: ASSET_ROUTES.map((route) => route.bind(context, context)),
    unserved: UNSERVED,
  };
}
