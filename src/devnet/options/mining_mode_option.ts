/** Reads the option for when blocks are made. */

import type { Reader } from '../../settings/reader.js';
import { refusedOption } from '../../settings/refused_option.js';
import { type MiningMode, readMiningMode, readMiningModeText } from '../mining/mining_mode.js';
import { AUTOMINE } from '../mining/mining_switches.js';

/** Reads a mining mode that is an object or a string. */
export const miningMode: Reader<MiningMode> = (value, path) => {
  if (typeof value === 'string') return readMiningModeText(value);
  if (typeof value !== 'object' || value === null)
    throw refusedOption(path, value, 'a string or an object with `type`');
  const { type, ...parameters } = value as MiningMode;
  return readMiningMode(type, parameters);
};

/** Returns the mining mode of a chain, which is automine without the option. Throws HalleyError `invalid-argument`. */
export const miningModeOption = (given: { readonly miningMode?: MiningMode | string | undefined }): MiningMode =>
  given.miningMode === undefined ? AUTOMINE : miningMode(given.miningMode, 'miningMode');
