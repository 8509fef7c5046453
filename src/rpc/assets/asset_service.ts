/** Interface C: the asset API as a REST service. Credentials are ignored; there is no rate limit. */
import type { AssetBackend } from '../../backend/assets.js';
import type { RestService } from '../rest/service.js';
import { AssetContext } from './context.js';
import { ASSET_ROUTES } from './routes/index.generated.js';
import { type AssetSettings, DEFAULT_ASSET_SETTINGS } from './settings.js';

/** Clients know them; what they ask for is not done here. */
const UNSERVED = ['/v2/fungible/msgs', '/v2/fungible/msgs_direct', '/v2/tx/submit', '/v2/tx/track', '/v2/tx/status'];

export function assetService(backend: AssetBackend, settings: Partial<AssetSettings> = {}): RestService {
  const context = new AssetContext(backend, { ...DEFAULT_ASSET_SETTINGS, ...settings });
  return {
    name: 'asset API',
    version: '2',
    description:
      'Which assets reach which chains by IBC transfers, from the state of the chains that are simulated here.',
    routes: ASSET_ROUTES.map((route) => route.bind(context, context)),
    unserved: UNSERVED,
  };
}
