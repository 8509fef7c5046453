/** Defines the parameters of methods that make blocks. */

import type { EvmInterval, EvmMiningRequest } from '../../../backend/evm/mining.js';
import { DecodeError } from '../../jsonrpc/errors.js';
import { defaulted, optional, type Param, required } from '../../jsonrpc/method.js';
import { decodeString, member } from './go_json.js';
import { decodeWhole } from './numbers.js';

export const ONE_BLOCK: EvmMiningRequest = { blocks: 1 };

const decodeBlocks = (value: unknown): number => Number(decodeWhole(value, 'a count of blocks'));
const decodeTimestamp = (value: unknown): bigint => decodeWhole(value, 'a time');

/** Time as in Hardhat, where 0 means none, or the object of ganache and Anvil. */
export const miningOptions: Param<EvmMiningRequest> = defaulted(
  'options',
  'Unix seconds as number, digits or quantity; or object: timestamp, blocks',
  ONE_BLOCK,
  (value) => {
    if (typeof value !== 'object' || value === null)
      return { ...ONE_BLOCK, timestamp: decodeTimestamp(value) || undefined };
    const options = { ...value };
    for (const name of Object.keys(options))
      if (name !== 'timestamp' && name !== 'blocks')
        throw new DecodeError(`unknown mining option "${name}", expected "timestamp" or "blocks"`);
    return {
      blocks: member(options, 'blocks', decodeBlocks) ?? 1,
      timestamp: member(options, 'timestamp', decodeTimestamp),
    };
  },
);

export const blockCount: Param<number> = defaulted('blocks', 'number, digits or quantity', 1, decodeBlocks);

export const blockInterval: Param<bigint | undefined> = optional(
  'interval',
  'seconds as number, digits or quantity',
  (value) => decodeWhole(value, 'an interval'),
);

const decodeSpan = (value: unknown): number => Number(decodeWhole(value, 'an interval'));

/**
 * Interval between blocks in the unit of the tool: a number, or a minimum and a maximum; `undefined` for 0, which means
 * no interval.
 */
export const miningInterval: Param<readonly [least: number, most: number | undefined] | undefined> = required(
  'interval',
  'number, digits or quantity; or an array of two of them for random intervals; 0 for none',
  (value) => {
    if (!Array.isArray(value)) {
      const span = decodeSpan(value);
      return span === 0 ? undefined : [span, undefined];
    }
    if (value.length !== 2)
      throw new DecodeError(`an interval range has ${value.length} numbers, expected 2: the minimum and the maximum`);
    return [decodeSpan(value[0]), decodeSpan(value[1])];
  },
);

/** Converts an interval to milliseconds. `unitMs` is the unit of `spans` in milliseconds. */
export function intervalOf(
  spans: readonly [least: number, most: number | undefined] | undefined,
  unitMs: number,
): EvmInterval | undefined {
  if (spans === undefined) return undefined;
  const [least, most] = spans;
  return { ms: least * unitMs, maxMs: most === undefined ? undefined : most * unitMs };
}

/** Mining mode by its name. The runtime checks that it exists. */
export const miningMode: Param<string> = required(
  'mode',
  '`automine`, `interval`, `mixed`, `manual`, `realtime` or `step`',
  (value) => decodeString(value),
);

export const miningModeParameters: Param<Readonly<Record<string, unknown>>> = defaulted(
  'parameters',
  'object: `ms` and `maxMs` for interval and mixed, `factor` for realtime',
  {},
  (value) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
    throw new DecodeError('parameters of a mining mode must be an object such as {"factor": 2}');
  },
);

export const stepUnit: Param<string> = defaulted('unit', '`event`, `step`, `round` or `height`', 'event', (value) =>
  decodeString(value),
);
