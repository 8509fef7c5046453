/** Reads addresses in messages. They are bech32 texts with the chain's prefix, or with one derived from it. */
import type { Bytes } from '../../kernel/bytes.js';
import { parseBech32Address } from './address.js';
import { failure } from './tx_failure.js';

/**
 * Reads an address. `what` names the field in the error, for instance `from address`. Throws TxFailure
 * `invalidAddress`.
 */
export function readAddress(what: string, text: string, prefix: string): Bytes {
  if (text.trim() === '')
    throw failure('invalidAddress', `invalid ${what}: empty address string is not allowed: invalid address`);
  const parsed = parseBech32Address(text, prefix);
  if (parsed instanceof Uint8Array) return parsed;
  throw failure('invalidAddress', `invalid ${what}: ${parsed.problem}: invalid address`);
}
