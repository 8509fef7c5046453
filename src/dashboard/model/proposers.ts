/**
 * Computes who proposes next (CometBFT types/validator_set.go, consensus-engine.md 3.2): at each increment the
 * priority of every validator grows by its power. The one with the highest priority proposes, and its priority falls by the
 * total power.
 */

export interface Candidate {
  readonly address: string;
  readonly power: bigint;
  readonly priority: bigint;
}

/** One increment: the raised priorities, who proposes, and the priorities after its proposal. */
export interface Increment {
  readonly raised: readonly bigint[];
  readonly proposer: number;
  readonly after: readonly bigint[];
}

const abs = (x: bigint): bigint => (x < 0n ? -x : x);

function floorDiv(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n ? quotient - 1n : quotient;
}

/** Limits the spread of priorities to twice the total power, and moves their average to zero. */
function normalise(candidates: readonly Candidate[], members: readonly number[], total: bigint): bigint[] {
  const column = candidates.map(({ priority }) => priority);
  const own = members.map((index) => column[index] ?? 0n);
  const most = own.reduce((a, b) => (b > a ? b : a), own[0] ?? 0n);
  const least = own.reduce((a, b) => (b < a ? b : a), own[0] ?? 0n);
  const window = 2n * total;
  const spread = abs(most - least);
  if (spread > window) {
    const ratio = (spread + window - 1n) / window;
    for (const index of members) column[index] = (column[index] ?? 0n) / ratio;
  }
  const sum = members.reduce((all, index) => all + (column[index] ?? 0n), 0n);
  const average = floorDiv(sum, BigInt(members.length));
  for (const index of members) column[index] = (column[index] ?? 0n) - average;
  return column;
}

/** Returns the increments that follow those after which the candidates have their priorities. Without power there is none. */
export function incrementsAfter(candidates: readonly Candidate[], count: number): readonly Increment[] {
  const members = candidates.flatMap(({ power }, index) => (power > 0n ? [index] : []));
  if (members.length === 0) return [];
  const total = members.reduce((sum, index) => sum + (candidates[index]?.power ?? 0n), 0n);
  let column = normalise(candidates, members, total);
  const increments: Increment[] = [];
  for (let done = 0; done < count; done++) {
    const raised = column.map((priority, index) => priority + (candidates[index]?.power ?? 0n));
    const proposer = members.reduce((best, index) => (comesBefore(candidates, raised, index, best) ? index : best));
    const after = raised.with(proposer, (raised[proposer] ?? 0n) - total);
    increments.push({ raised, proposer, after });
    column = after;
  }
  return increments;
}

/** Returns whether a candidate proposes before another one; the lesser address wins a tie. */
export function comesBefore(
  candidates: readonly Candidate[],
  raised: readonly bigint[],
  a: number,
  b: number,
): boolean {
  const lead = (raised[a] ?? 0n) - (raised[b] ?? 0n);
  if (lead !== 0n) return lead > 0n;
  return (candidates[a]?.address ?? '') < (candidates[b]?.address ?? '');
}
