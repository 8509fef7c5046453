/**
 * Reads `tx.hash` in a query of transactions: it determines the result alone, whatever the other conditions are
 * (consensus-rpc.md 9.3).
 */
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { hexProblem } from '../../kernel/go_hex.js';
import { tryFromHex } from '../../kernel/hex.js';
import type { Condition } from '../query/condition.js';

const HASH_TAG = 'tx.hash';

const refuse = (message: string): HalleyError => new HalleyError('invalid-argument', message);

/** Returns the hash in the first condition on `tx.hash`; undefined when there is none. Throws HalleyError. */
export function wantedHash(conditions: readonly Condition[]): Bytes | undefined {
  const condition = conditions.find(({ tag }) => tag === HASH_TAG);
  if (condition === undefined) return undefined;
  const text = condition.type === 'exists' ? '' : condition.operand.text;
  const hash = tryFromHex(text);
  if (hash === undefined) throw refuse(`error during searching for a hash in the query: ${hexProblem(text)}`);
  if (hash.length === 0) throw refuse('error while retrieving the result: transaction hash cannot be empty');
  return hash;
}
