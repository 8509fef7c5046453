/** Acts as the node of Hardhat 2. */
import { type CompatMode, SERVED_BY_DEV_NODES } from '../compat_mode.js';

export const mode: CompatMode<'hardhat2'> = {
  name: 'hardhat2',
  // Matches the `User-Agent` of Hardhat 2, `hardhat 2.29.1`.
  agent: /^hardhat 2/i,
  clientVersion: 'HardhatNetwork/2.22.0/halley',
  intervalUnitMs: 1,
  exclusiveModes: false,
  automineMinesPending: false,
  hardhatRelease: 2,
  runsAsHardhat: true,
  emptyForkingEndsFork: true,
  served: SERVED_BY_DEV_NODES,
};
