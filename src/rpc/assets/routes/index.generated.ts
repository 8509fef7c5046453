// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { fungible_assets } from './fungible_assets.js';
import { fungible_assets_between_chains } from './fungible_assets_between_chains.js';
import { fungible_assets_from_source } from './fungible_assets_from_source.js';
import { fungible_ibc_origin_assets } from './fungible_ibc_origin_assets.js';
import { fungible_recommend_assets } from './fungible_recommend_assets.js';
import { fungible_route } from './fungible_route.js';
import { fungible_venues } from './fungible_venues.js';
import { info_balances } from './info_balances.js';
import { info_bridges } from './info_bridges.js';
import { info_chains } from './info_chains.js';

export const ASSET_ROUTES = [
  fungible_assets,
  fungible_assets_between_chains,
  fungible_assets_from_source,
  fungible_ibc_origin_assets,
  fungible_recommend_assets,
  fungible_route,
  fungible_venues,
  info_balances,
  info_bridges,
  info_chains,
] as const;
