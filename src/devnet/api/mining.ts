/** Blocks on demand, as a program asks for them. */

import { type Members, optionsOf, type Reader } from '../../settings/reader.js';
import type { Mining } from '../runtime/mine_blocks.js';
import { countingNumber } from './whole_number.js';

/** Times in whole seconds. */
export interface MineOptions {
  /** Number of blocks, up to 1,000,000. Default: 1. */
  readonly blocks?: bigint | number | undefined;
  /** Unix time of the first block. Default: what the clock says. */
  readonly timestamp?: bigint | number | undefined;
  /** Seconds between the times of two blocks. Default: what the clock says. */
  readonly interval?: bigint | number | undefined;
}

const counting: Reader<bigint> = (value, path) => countingNumber(path, value as bigint | number);
const MINE = { blocks: counting, timestamp: counting, interval: counting } satisfies Members<MineOptions>;
const readMineOptions = optionsOf<{ readonly [K in keyof MineOptions]: bigint | undefined }>('mine', MINE);

export function mineWith(mining: Mining, options: MineOptions): Promise<bigint> {
  const { blocks = 1n, timestamp, interval } = readMineOptions(options);
  return mining.mine({ blocks: Number(blocks), timestamp, interval });
}
