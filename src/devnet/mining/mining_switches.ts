/**
 * Automine and interval mining as tools switch them. In Hardhat they are two switches, and both may be on; in Anvil each
 * replaces the other, and an interval of none leaves blocks to be mined by hand.
 */

import type { BlockInterval } from './block_interval.js';
import { type MiningMode, modeDefinitionOf, readMiningMode } from './mining_mode.js';

export const MANUAL: MiningMode = { type: 'manual' };
export const AUTOMINE: MiningMode = { type: 'automine' };

export const isAutomine = (miningMode: MiningMode): boolean => modeDefinitionOf(miningMode).automine === true;

/** Undefined when no block comes by the clock. */
export const blockIntervalOf = (miningMode: MiningMode): BlockInterval | undefined =>
  miningMode.type === 'interval' || miningMode.type === 'mixed' ? miningMode : undefined;

/** `exclusive`: as in Anvil. A pace that is neither goes on when automine is switched off. */
export function switchAutomine(miningMode: MiningMode, on: boolean, exclusive: boolean): MiningMode {
  if (isAutomine(miningMode) === on) return miningMode;
  const ticks = on && exclusive ? undefined : blockIntervalOf(miningMode);
  return miningModeOf(on, ticks);
}

/** Undefined for none. `exclusive`: as in Anvil. Throws HalleyError for ticks that no pace can have. */
export function switchInterval(
  miningMode: MiningMode,
  ticks: BlockInterval | undefined,
  exclusive: boolean,
): MiningMode {
  if (exclusive) return miningModeOf(false, ticks);
  if (ticks === undefined && blockIntervalOf(miningMode) === undefined) return miningMode;
  return miningModeOf(isAutomine(miningMode), ticks);
}

function miningModeOf(automine: boolean, ticks: BlockInterval | undefined): MiningMode {
  if (ticks === undefined) return automine ? AUTOMINE : MANUAL;
  const { ms, maxMs } = ticks;
  return readMiningMode(automine ? 'mixed' : 'interval', maxMs === undefined ? { ms } : { ms, maxMs });
}
