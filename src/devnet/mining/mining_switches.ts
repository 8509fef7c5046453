/**
 * Switches automine and interval mining as tools do. In Hardhat they are two switches, and both may be on. In Anvil
 * each replaces the other, and switching the interval off leaves manual mining.
 */

import type { BlockInterval } from './block_interval.js';
import { type MiningMode, modeDefinitionOf, readMiningMode } from './mining_mode.js';

export const MANUAL: MiningMode = { type: 'manual' };
export const AUTOMINE: MiningMode = { type: 'automine' };

export const isAutomine = (miningMode: MiningMode): boolean => modeDefinitionOf(miningMode).automine === true;

/** Returns the interval of a mining mode; undefined when it makes no blocks by the clock. */
export const blockIntervalOf = (miningMode: MiningMode): BlockInterval | undefined =>
  miningMode.type === 'interval' || miningMode.type === 'mixed' ? miningMode : undefined;

/**
 * Switches automine. `exclusive` selects Anvil's behaviour. A mode that is neither automine nor interval stays when
 * automine is switched off.
 */
export function switchAutomine(miningMode: MiningMode, on: boolean, exclusive: boolean): MiningMode {
  if (isAutomine(miningMode) === on) return miningMode;
  const ticks = on && exclusive ? undefined : blockIntervalOf(miningMode);
  return miningModeOf(on, ticks);
}

/**
 * Switches interval mining; undefined turns it off. `exclusive` selects Anvil's behaviour. Throws HalleyError for an
 * invalid interval.
 */
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
