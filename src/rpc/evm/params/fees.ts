/** Defines the parameters of `eth_feeHistory`. The count may be decimal, as go-ethereum's `HexOrDecimal64` allows. */
import { DecodeError } from '../../jsonrpc/errors.js';
import { defaulted, type Param, required } from '../../jsonrpc/method.js';
import { cannotUnmarshal, decodeList, jsonKind } from './go_json.js';

const MAX_UINT64 = 0xffff_ffff_ffff_ffffn;

function decodeBlockCount(value: unknown): bigint {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const number = /^(0[xX][0-9a-fA-F]{1,64}|\d{0,20})$/.test(text) ? BigInt(text) : undefined;
  if (number === undefined || number > MAX_UINT64)
    throw new DecodeError(`invalid hex or decimal integer ${JSON.stringify(text)}`);
  return number;
}

function decodePercentiles(value: unknown): readonly number[] {
  return decodeList(value, '[]float64').map((item) => {
    if (typeof item !== 'number') throw cannotUnmarshal(jsonKind(item), 'float64', undefined);
    return item;
  });
}

export const blockCount: Param<bigint> = required('blockCount', 'quantity or decimal', decodeBlockCount);

export const rewardPercentiles: Param<readonly number[]> = defaulted(
  'rewardPercentiles',
  'array of increasing numbers 0..100',
  [],
  decodePercentiles,
);
