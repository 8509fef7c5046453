/** Computes who proposes next, by CometBFT's rule: the highest priority wins, and pays the power of all for it. */

export interface Candidate {
  readonly address: string;
  readonly power: bigint;
  readonly priority: bigint;
}

const first = (a: Candidate, b: Candidate): Candidate =>
  a.priority > b.priority || (a.priority === b.priority && a.address < b.address) ? a : b;

/** Returns the addresses of the proposers of the next `rounds` rounds. Priorities are those of the current round. */
export function nextProposers(candidates: readonly Candidate[], rounds: number): readonly string[] {
  const total = candidates.reduce((sum, { power }) => sum + power, 0n);
  let turn = candidates;
  return Array.from({ length: rounds }, () => {
    const raised = turn.map((one) => ({ ...one, priority: one.priority + one.power }));
    const winner = raised.reduce(first);
    turn = raised.map((one) => (one === winner ? { ...one, priority: one.priority - total } : one));
    return winner.address;
  });
}
