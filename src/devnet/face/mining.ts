/** Blocks on demand, as a program asks for them. */
import { checkNames } from '../known_names.js';
import type { Mining } from '../run/mining.js';
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

const NAMES: Readonly<Record<keyof MineOptions, true>> = { blocks: true, timestamp: true, interval: true };

export function mineWith(mining: Mining, options: MineOptions): Promise<bigint> {
  checkNames('the options of mine', options, NAMES);
  const { blocks = 1, timestamp, interval } = options;
  const seconds = (name: string, value: bigint | number | undefined): bigint | undefined =>
    value === undefined ? undefined : countingNumber(name, value);
  return mining.mine({
    blocks: Number(countingNumber('blocks', blocks)),
    timestamp: seconds('timestamp', timestamp),
    interval: seconds('interval', interval),
  });
}
