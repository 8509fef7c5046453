/** Encodes calls of ERC-20's view functions (EIP-20). */
import { type Bytes, concatBytes, leftPadded } from '../../../kernel/bytes.js';
import { fromHex } from '../../../kernel/hex.js';

const WORD_BYTES = 32;
/**
 * First four bytes of the hash of `balanceOf(address)`; the next constant holds those of `allowance(address,address)`.
 */
const BALANCE_OF = fromHex('70a08231');
const ALLOWANCE = fromHex('dd62ed3e');

const query = (selector: Bytes, ...addresses: readonly Bytes[]): Bytes =>
  concatBytes(selector, ...addresses.map((address) => leftPadded(address, WORD_BYTES)));

export const balanceQuery = (account: Bytes): Bytes => query(BALANCE_OF, account);
export const allowanceQuery = (owner: Bytes, spender: Bytes): Bytes => query(ALLOWANCE, owner, spender);
