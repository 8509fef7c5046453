/** Defines `[assets]` of app.toml: the asset API. */
import { DEFAULT_ASSET_SETTINGS } from '../../rpc/assets/settings.js';
import { BOOLEAN, FILE, integer, optional, PATH_PREFIX } from '../../settings/kinds.js';
import { setting } from '../../settings/setting.js';
import { surfaceSection } from '../surface_section.js';

export const assets = surfaceSection({
  table: 'assets',
  title: 'Asset API',
  address: '127.0.0.1:8580',
  settings: {
    prefix: setting('prefix', PATH_PREFIX, '', 'Path under which the API is also served, such as /api/skip'),
    topology: setting(
      'topology',
      optional(FILE, 'topology.json'),
      undefined,
      'File that describes further chains, channels and assets, which are not simulated',
    ),
    countDescribed: setting(
      'count-described',
      BOOLEAN,
      DEFAULT_ASSET_SETTINGS.countDescribed,
      'Include assets of chains that only the topology describes',
    ),
    maxForwardHops: setting(
      'max-forward-hops',
      integer(1, 2),
      DEFAULT_ASSET_SETTINGS.maxForwardHops,
      'Highest number of transfers from the origin to a form that has no supply yet: 1 or 2',
    ),
    requireSeen: setting(
      'require-seen',
      BOOLEAN,
      DEFAULT_ASSET_SETTINGS.requireSeen,
      'Return only forms with a supply',
    ),
    includeMispathed: setting(
      'include-mispathed',
      BOOLEAN,
      DEFAULT_ASSET_SETTINGS.includeMispathed,
      'List re-wrapped forms of a voucher that has no better destination',
    ),
    maxAssetsPerChain: setting(
      'max-assets-per-chain',
      integer(1),
      DEFAULT_ASSET_SETTINGS.maxAssetsPerChain,
      'Highest number of forms of an asset on one chain',
    ),
  },
  optionOf: ({ topology, ...settings }, { readJson, warn }) => ({
    ...settings,
    topology: topology === undefined ? undefined : readJson(topology, 'topology'),
    onSkipped: (entry: string) => warn(`topology ${topology}: ${entry}`),
  }),
});
