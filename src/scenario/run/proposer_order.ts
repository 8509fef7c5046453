/**
 * Arranges the keys of validators with equal power in the order in which they propose, so that validator 0 proposes
 * round 0 of height 2, validator 1 round 1 of it or round 0 of height 3, and so on. Among equal priorities the lower
 * address proposes first, and block 1 exists from the start.
 */
import { compareBytes } from '../../kernel/bytes.js';
import type { ValidatorKey } from '../../simulation/index.js';
import { nameOf } from '../verb.js';

export function byProposerOrder(keys: readonly ValidatorKey[]): readonly ValidatorKey[] {
  const byAddress = [...keys].sort((a, b) => compareBytes(a.address, b.address));
  const arranged = [...byAddress.slice(1), ...byAddress.slice(0, 1)];
  return arranged.map((key, index) => ({ ...key, name: nameOf(index) }));
}
