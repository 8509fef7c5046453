/**
 * Computes denoms of vouchers: `ibc/` and the hash of the full trace path (ibc-go
 * `modules/apps/transfer/types/denom.go`).
 */
import { sha256 } from '../../../kernel/hash.js';
import { toHex } from '../../../kernel/hex.js';
import { utf8 } from '../../../kernel/text.js';

/** Joins the hops, nearest first, and the base. This is the text that is hashed. */
export const fullPath = (hops: readonly string[], base: string): string => [...hops, base].join('/');

/** Returns `ibc/<64 HEX>` for a full path. */
export const hashedDenom = (path: string): string => `ibc/${toHex(sha256(utf8(path))).toUpperCase()}`;

/** Returns the voucher's denom, or the base itself when there are no hops. */
export const voucherDenom = (hops: readonly string[], base: string): string =>
  hops.length === 0 ? base : hashedDenom(fullPath(hops, base));
