/** Defines the parameters of methods that page through the state. */
import { type Bytes, leftPadded } from '../../../kernel/bytes.js';
import { DecodeError } from '../../jsonrpc/errors.js';
import { type Param, required } from '../../jsonrpc/method.js';
import { decodeData } from './data.js';
import { decodeBoolean, decodeInt } from './go_json.js';

const WORD = 32;

function decodeStart(value: unknown): Bytes {
  const bytes = decodeData(value);
  if (bytes.length > WORD) throw new DecodeError(`the hashed key has ${bytes.length} bytes, expected at most ${WORD}`);
  return bytes;
}

/** Pads a shorter key on the left, as geth does, which treats it as a number. */
export const accountStart: Param<Bytes> = required('start', 'hashed address, up to 32 bytes', (value) =>
  leftPadded(decodeStart(value), WORD),
);

/** Pads a shorter key on the right, as geth does, which treats it as a prefix. */
export const slotStart: Param<Bytes> = required('start', 'hashed slot, up to 32 bytes', (value) => {
  const start = new Uint8Array(WORD);
  start.set(decodeStart(value));
  return start;
});

export const resultCount: Param<number> = required('maxResults', 'JSON number', (value) => decodeInt(value, 'int'));

export const transactionPosition: Param<number> = required('transactionIndex', 'JSON number', (value) =>
  decodeInt(value, 'int'),
);

export const blockHeight: Param<bigint> = required('block', 'JSON number', (value) =>
  BigInt(decodeInt(value, 'uint64')),
);

export const toggle = (name: string): Param<boolean> => required(name, 'boolean', (value) => decodeBoolean(value));
