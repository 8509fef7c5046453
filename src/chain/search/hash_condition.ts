/** `tx.hash` in a query of transactions: it answers alone, whatever else is asked (consensus-rpc.md 9.3). */
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { tryFromHex } from '../../kernel/hex.js';
import { utf8 } from '../../kernel/text.js';
import type { Condition } from '../query/condition.js';

const HASH_TAG = 'tx.hash';

const isHexDigit = (byte: number): boolean =>
  (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 70) || (byte >= 97 && byte <= 102);

/** As Go prints one: U+0078 'x'; what cannot be printed has no picture. */
function namedByte(byte: number): string {
  const code = `U+${byte.toString(16).toUpperCase().padStart(4, '0')}`;
  const printable = (byte >= 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad);
  return printable ? `${code} '${String.fromCharCode(byte)}'` : code;
}

/** What Go's `hex.DecodeString` says of a text that is no hex. */
function hexProblem(text: string): string {
  const wrong = utf8(text).find((byte) => !isHexDigit(byte));
  return wrong === undefined
    ? 'encoding/hex: odd length hex string'
    : `encoding/hex: invalid byte: ${namedByte(wrong)}`;
}

const refuse = (message: string): HalleyError => new HalleyError('invalid-argument', message);

/** The hash that the first condition on `tx.hash` names, or undefined when there is none. Throws HalleyError. */
export function wantedHash(conditions: readonly Condition[]): Bytes | undefined {
  const condition = conditions.find(({ tag }) => tag === HASH_TAG);
  if (condition === undefined) return undefined;
  const text = condition.type === 'exists' ? '' : condition.operand.text;
  const hash = tryFromHex(text);
  if (hash === undefined) throw refuse(`error during searching for a hash in the query: ${hexProblem(text)}`);
  if (hash.length === 0) throw refuse('error while retrieving the result: transaction hash cannot be empty');
  return hash;
}
