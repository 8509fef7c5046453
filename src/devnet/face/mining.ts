/** Blocks on demand, as a program asks for them. */
import type { Mining } from '../run/mining.js';
import { type Members, optionsOf, type Reader } from '../schema/reader.js';
import { countingNumber } from './whole_number.js';

/** Times in whole seconds. */
export interface MineOptions {
  /** How many, up to 100,000; 1 without. */
  readonly blocks?: bigint | number | undefined;
  /** The first one's time, since 1970; without it as the clock says. */
  readonly timestamp?: bigint | number | undefined;
  /** From each one's time to that of the next; without it as the clock says. */
  readonly interval?: bigint | number | undefined;
}

const counting: Reader<bigint | number> = (value, path) => countingNumber(path, value as bigint | number);
const MINE = { blocks: counting, timestamp: counting, interval: counting } satisfies Members<MineOptions>;
const readMineOptions = optionsOf<MineOptions>('mine', MINE);

export function mineWith(mining: Mining, options: MineOptions): Promise<bigint> {
  const { blocks = 1, timestamp, interval } = readMineOptions(options);
  const seconds = (name: string, value: bigint | number | undefined): bigint | undefined =>
    value === undefined ? undefined : countingNumber(name, value);
  return mining.mine({
    blocks: Number(countingNumber('blocks', blocks)),
    timestamp: seconds('timestamp', timestamp),
    interval: seconds('interval', interval),
  });
}
