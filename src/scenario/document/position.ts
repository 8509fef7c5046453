/**
 * Defines positions of consensus: before a height, the start of a round, or the start of a step. The timeline and the
 * expectations of a scenario name them.
 */

/** Steps of a round state, as CometBFT names them without `RoundStep`. */
export const STEPS = ['NewHeight', 'Propose', 'Prevote', 'PrevoteWait', 'Precommit', 'Commit'] as const;

export interface Position {
  readonly height: number;
  /** Absent for the moment before the height begins. */
  readonly round?: number;
  /** Absent for the start of the round. */
  readonly step?: string;
}

/** Reads `"3"`, `"3/0"` or `"3/0 Prevote"`; a number is a height. Returns undefined for anything else. */
export function readPosition(value: unknown): Position | undefined {
  const [, height, round, step] = /^(\d{1,15})(?:\/(\d{1,9})(?: ([A-Za-z]+))?)?$/.exec(String(value)) ?? [];
  if (height === undefined || Number(height) < 1) return undefined;
  if (step !== undefined && !(STEPS as readonly string[]).includes(step)) return undefined;
  return {
    height: Number(height),
    round: round === undefined ? undefined : Number(round),
    step,
  };
}

export const positionText = ({ height, round, step }: Position): string =>
  `${height}${round === undefined ? '' : `/${round}`}${step === undefined ? '' : ` ${step}`}`;
