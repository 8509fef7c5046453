/** Reads addresses of contracts and their users in messages: 40 hex digits. */
import type { Bytes } from '../../../kernel/bytes.js';
import { failure } from '../../types/tx_failure.js';
import { tryHexAddress } from './token_pair.js';

/**
 * Reads an address. `what` names the field in the error, for instance `sender hex address`. Throws TxFailure
 * `invalidAddress`.
 */
export function readHexAddress(what: string, text: string): Bytes {
  const address = tryHexAddress(text);
  if (address === undefined) throw failure('invalidAddress', `invalid ${what} '${text}': invalid address`);
  return address;
}
