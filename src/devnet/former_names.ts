/** Exports the names of the previous version, which still work. The next version removes them. */
import type { CompatName } from '../rpc/evm/compat.js';
import { describeMiningMode, type MiningMode, readMiningModeText } from './mining/mining_mode.js';
import type { ConsensusPosition } from './runtime/stepping.js';

/** @deprecated Use `MiningMode`. */
export type Pace = MiningMode;
/** @deprecated Use `describeMiningMode`. */
export const describePace = describeMiningMode;
/** @deprecated Use `readMiningModeText`. */
export const readPaceText = readMiningModeText;
/** @deprecated Use `ConsensusPosition`. */
export type Reached = ConsensusPosition;
/** @deprecated Use `CompatName`. */
export type IdentityName = CompatName;
