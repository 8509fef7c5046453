/**
 * Defines expectations: what must be true of a run. An expectation is one file of `expectations`, which gives its fields
 * and its check.
 */
import type { DataOf, Fields, ReadContext } from './document/field.js';
import type { LocatedTable } from './document/located.js';
import type { Position } from './document/position.js';
import type { Observations } from './observations.js';

export interface Outcome {
  /** Expected state, such as `block 2 is decided in round 1`. */
  readonly expected: string;
  /** State that was seen instead; `undefined` when the expectation is met. */
  readonly seen: string | undefined;
}

export interface ExpectationDefinition<Data> {
  readonly name: string;
  /** Meaning of the expectation, as a sentence. */
  readonly summary: string;
  readonly fields: Fields;
  /** Members about which only Halley's own application knows. */
  readonly ofEvm?: readonly string[];
  /** Returns the member and the reason when no run can meet the expectation, such as a height after the end. */
  impossible?(
    data: Data,
    run: { readonly until: number },
  ): { readonly member: string; readonly why: string } | undefined;
  /** Returns the positions at which round states must be recorded. */
  positions?(data: Data): readonly Position[];
  check(data: Data, seen: Observations): Outcome;
  read?(table: LocatedTable, context: ReadContext): Data;
}

export const defineExpectation = <F extends Fields>(
  definition: Omit<ExpectationDefinition<DataOf<F>>, 'fields'> & { readonly fields: F },
): ExpectationDefinition<never> => definition as unknown as ExpectationDefinition<never>;

/** Returns why a height cannot be expected: the run ends before it. */
export const afterEnd = (height: number, until: number): { member: string; why: string } | undefined =>
  height > until ? { member: 'height', why: `the scenario ends with height ${until} (member "until")` } : undefined;

/** Range of times in milliseconds. */
export interface Span {
  readonly least?: number;
  readonly most?: number;
}

export const isWithin = (ms: number, { least = 0, most = Number.POSITIVE_INFINITY }: Span): boolean =>
  ms >= least && ms <= most;

/** Describes a range: `at least 5 ms`, `at most 9 ms`, `5 to 9 ms`. */
export function spanText({ least, most }: Span): string {
  if (most === undefined) return `at least ${least ?? 0} ms`;
  return least === undefined ? `at most ${most} ms` : `${least} to ${most} ms`;
}

export const outcome = (expected: string, isMet: boolean, seen: string): Outcome => ({
  expected,
  seen: isMet ? undefined : seen,
});
