/** Acts as the node of Hardhat 3. */
import type { CompatMode } from '../compat_mode.js';
import { mode as HARDHAT_2 } from './hardhat2.js';

export const mode: CompatMode<'hardhat3'> = {
  ...HARDHAT_2,
  name: 'hardhat3',
  // Matches the `User-Agent` of Hardhat 3, `Hardhat 3.18.0`, and of later releases.
  agent: /^hardhat (?!2)/i,
  clientVersion: 'HardhatNetwork/3.18.0/halley',
  hardhatRelease: 3,
};
