/** Decodes the arguments of console.log from their ABI encoding: single words, and texts and bytes behind an offset. */
import { checksumAddress } from '../../../app/types/address.js';
import { type Bytes, bytesToBigint } from '../../../kernel/bytes.js';
import { to0x } from '../../../kernel/hex.js';
import { fromUtf8 } from '../../../kernel/text.js';

/** Decoded argument. Text stays text, so that `formatLine` can find a format in it. */
export type ConsoleValue =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'number'; readonly number: bigint }
  | { readonly type: 'flag'; readonly flag: boolean }
  /** Address or bytes, as 0x hex. */
  | { readonly type: 'hex'; readonly hex: string };

const WORD = 32;
const ADDRESS_BYTES = 20;

/** Returns undefined when the encoding reaches beyond the end of the data. */
export function decodeArguments(types: readonly string[], data: Bytes): readonly ConsoleValue[] | undefined {
  const values: ConsoleValue[] = [];
  for (const [i, type] of types.entries()) {
    const word = slice(data, BigInt(i * WORD), BigInt(WORD));
    const value = word && read(type, word, data);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

function read(type: string, word: Bytes, data: Bytes): ConsoleValue | undefined {
  switch (type) {
    case 'uint256':
      return { type: 'number', number: bytesToBigint(word) };
    case 'int256':
      return { type: 'number', number: BigInt.asIntN(WORD * 8, bytesToBigint(word)) };
    case 'bool':
      return { type: 'flag', flag: bytesToBigint(word) !== 0n };
    case 'address':
      return { type: 'hex', hex: checksumAddress(word.subarray(WORD - ADDRESS_BYTES)) };
    case 'string': {
      const text = tail(word, data);
      return text && { type: 'text', text: fromUtf8(text) };
    }
    case 'bytes': {
      const bytes = tail(word, data);
      return bytes && { type: 'hex', hex: to0x(bytes) };
    }
    default:
      return { type: 'hex', hex: to0x(word.subarray(0, Number(type.slice('bytes'.length)))) };
  }
}

function tail(word: Bytes, data: Bytes): Bytes | undefined {
  const offset = bytesToBigint(word);
  const length = slice(data, offset, BigInt(WORD));
  return length && slice(data, offset + BigInt(WORD), bytesToBigint(length));
}

const slice = (data: Bytes, from: bigint, length: bigint): Bytes | undefined =>
  from + length > BigInt(data.length) ? undefined : data.subarray(Number(from), Number(from + length));
