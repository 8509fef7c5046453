/**
 * Compares denoms for lists (ibc-go transfer/types `Denoms.Less`): by base, then by the number of hops, then by path.
 */
import { denomPath } from '../../../codec/ibc/denom.js';
import type { Denom } from '../../../codec/ibc/transfer.js';

export function compareDenoms(a: Denom, b: Denom): number {
  if (a.base !== b.base) return a.base < b.base ? -1 : 1;
  return a.trace.length - b.trace.length || (denomPath(a) < denomPath(b) ? -1 : 1);
}
