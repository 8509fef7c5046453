/** Acts as Anvil. */
import type { CompatMode } from '../compat_mode.js';

export const mode: CompatMode<'anvil'> = {
  name: 'anvil',
  clientVersion: 'anvil/v1.0.0/halley',
  intervalUnitMs: 1000,
  exclusiveModes: true,
  automineMinesPending: true,
  throwsFailures: false,
  runsAsHardhat: false,
  emptyForkingEndsFork: false,
};
