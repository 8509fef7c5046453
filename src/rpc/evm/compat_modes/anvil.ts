/** Acts as Anvil. */
import { type CompatMode, SERVED_BY_DEV_NODES } from '../compat_mode.js';

export const mode: CompatMode<'anvil'> = {
  name: 'anvil',
  // Matches the `User-Agent` of forge and cast, `foundry/1.7.1`.
  agent: /^foundry\//,
  clientVersion: 'anvil/v1.0.0/halley',
  intervalUnitMs: 1000,
  exclusiveModes: true,
  automineMinesPending: true,
  runsAsHardhat: false,
  emptyForkingEndsFork: false,
  served: SERVED_BY_DEV_NODES,
};
