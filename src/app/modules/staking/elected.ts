/** Elects the validator set: the most powerful validators that are not jailed (SDK's power index, from the top). */
import { compareBytes } from '../../../kernel/bytes.js';
import type { Registered } from './store.js';
import { powerOf } from './validator.js';

/** Returns the elected validators by power descending, then by operator ascending. */
export function electedOf(all: readonly Registered[], maxValidators: number): Registered[] {
  return all
    .filter(({ validator }) => !validator.jailed && powerOf(validator) > 0n)
    .sort((a, b) => comparePower(powerOf(b.validator), powerOf(a.validator)) || compareBytes(a.operator, b.operator))
    .slice(0, maxValidators);
}

const comparePower = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
