/** Mines blocks on demand for programs. */

import { type Members, optionsOf, type Reader } from '../../settings/reader.js';
import type { Mining } from '../runtime/mine_blocks.js';
import { countingNumber } from './whole_number.js';

/** Options of mining. Times are in whole seconds. */
export interface MineOptions {
  /** Number of blocks, up to 1,000,000. The default is 1. */
  readonly blocks?: bigint | number | undefined;
  /** Unix time of the first block. The default is the time of the clock. */
  readonly timestamp?: bigint | number | undefined;
  /** Seconds between block times. By default block times follow the clock. */
  readonly interval?: bigint | number | undefined;
}

const counting: Reader<bigint> = (value, path) => countingNumber(path, value as bigint | number);
const MINE = { blocks: counting, timestamp: counting, interval: counting } satisfies Members<MineOptions>;
const readMineOptions = optionsOf<{ readonly [K in keyof MineOptions]: bigint | undefined }>('mine', MINE);

export function mineWith(mining: Mining, options: MineOptions): Promise<bigint> {
  const { blocks = 1n, timestamp, interval } = readMineOptions(options);
  return mining.mine({ blocks: Number(blocks), timestamp, interval });
}
