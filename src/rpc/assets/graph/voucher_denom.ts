/** Denoms of vouchers: `ibc/` and the hash of the full trace path (ibc-go `modules/apps/transfer/types/denom.go`). */
import { sha256 } from '../../../kernel/hash.js';
import { toHex } from '../../../kernel/hex.js';
import { utf8 } from '../../../kernel/text.js';

/** Hops, nearest first, then the base: what the hash is of. */
export const fullPath = (hops: readonly string[], base: string): string => [...hops, base].join('/');

/** `ibc/<64 HEX>` of a full path. */
export const hashedDenom = (path: string): string => `ibc/${toHex(sha256(utf8(path))).toUpperCase()}`;

/** The base itself where there are no hops. */
export const voucherDenom = (hops: readonly string[], base: string): string =>
  hops.length === 0 ? base : hashedDenom(fullPath(hops, base));
