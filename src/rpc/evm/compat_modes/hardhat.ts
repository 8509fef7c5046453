/** Acts as Hardhat's node. */
import type { CompatMode } from '../compat_mode.js';

export const mode: CompatMode<'hardhat'> = {
  name: 'hardhat',
  // Matches the `User-Agent` of Hardhat 2, `hardhat 2.28.0`, and of Hardhat 3, `Hardhat 3.1.0`.
  agent: /^hardhat /i,
  clientVersion: 'HardhatNetwork/2.22.0/halley',
  intervalUnitMs: 1,
  exclusiveModes: false,
  automineMinesPending: false,
  throwsFailures: true,
  runsAsHardhat: true,
  emptyForkingEndsFork: true,
};
