/**
 * Computes proposer priorities (CometBFT types/validator_set.go, consensus-engine.md 3.2): the next proposer is the
 * validator that has waited most in proportion to its power. The functions take columns of powers and priorities in set
 * order. CometBFT clips sums at int64; nothing can overflow here, and within the cap on the total power CometBFT never
 * clips either.
 */

/** Greatest spread of priorities, as a multiple of the total power (`PriorityWindowSizeFactor`). */
const WINDOW_FACTOR = 2n;

const abs = (x: bigint): bigint => (x < 0n ? -x : x);

function floorDiv(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n ? quotient - 1n : quotient;
}

/** Divides all priorities when their spread exceeds the window; the division truncates. */
function rescale(priorities: readonly bigint[], total: bigint): readonly bigint[] {
  let least = priorities[0] ?? 0n;
  let most = least;
  for (const priority of priorities) {
    if (priority < least) least = priority;
    if (priority > most) most = priority;
  }
  const window = WINDOW_FACTOR * total;
  const spread = abs(most - least);
  if (spread <= window) return priorities;
  const ratio = (spread + window - 1n) / window;
  return priorities.map((priority) => priority / ratio);
}

/** Moves the average of all priorities to zero; the average is floored. */
function centre(priorities: readonly bigint[]): readonly bigint[] {
  const average = floorDiv(
    priorities.reduce((sum, priority) => sum + priority, 0n),
    BigInt(priorities.length),
  );
  return average === 0n ? priorities : priorities.map((priority) => priority - average);
}

/** Rescales and centres the priorities, as after each change of the set and before each increment. */
export function normalised(priorities: readonly bigint[], total: bigint): readonly bigint[] {
  return centre(rescale(priorities, total));
}

/**
 * Takes `times` turns: each member gains its power, and the one with the highest priority pays the total and is the
 * proposer. `before(i, j)` reports whether member `i` wins a tie against `j`: the lesser address does.
 */
export function takeTurns(
  powers: readonly bigint[],
  priorities: readonly bigint[],
  total: bigint,
  times: number,
  before: (i: number, j: number) => boolean,
): { readonly priorities: readonly bigint[]; readonly proposer: number } {
  const column = [...normalised(priorities, total)];
  let proposer = 0;
  for (let turn = 0; turn < times; turn++) {
    for (let i = 0; i < column.length; i++) column[i] = (column[i] as bigint) + (powers[i] as bigint);
    proposer = highest(column, before);
    column[proposer] = (column[proposer] as bigint) - total;
  }
  return { priorities: column, proposer };
}

/** Returns the index of the highest priority. */
export function highest(priorities: readonly bigint[], before: (i: number, j: number) => boolean): number {
  let best = 0;
  for (let i = 1; i < priorities.length; i++) {
    const lead = (priorities[i] as bigint) - (priorities[best] as bigint);
    if (lead > 0n || (lead === 0n && before(i, best))) best = i;
  }
  return best;
}
