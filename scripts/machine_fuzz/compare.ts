/**
 * Compares two machines on the same case, in what they report and what state they leave. It compares digests first, and
 * lines when those differ.
 */
import type { FuzzCase } from './case.js';
import { Digest } from './digest.js';
import type { Judge } from './judge.js';
import { FullScript, lineOf, type Report } from './report.js';
import { type Outcome, type Runner, reportOfStates } from './run.js';

export interface Difference {
  /** `outcome`, `trace`, or the name of the machine whose unobserved run differs from its observed one. */
  readonly where: string;
  readonly line: number;
  readonly before: readonly string[];
  readonly ours: string;
  readonly theirs: string;
}

export interface Side {
  readonly name: string;
  readonly runner: Runner;
}

export interface Comparison {
  readonly steps: number;
  /** Outcome of the first machine. */
  readonly outcome: Outcome;
  readonly difference: Difference | undefined;
}

export interface Terms {
  readonly judge: Judge;
  /** Also runs each machine without an observer. */
  readonly alsoUnobserved: boolean;
}

/** Lines that are shown before the first difference. */
const CONTEXT = 3;
const IDENTICAL: Judge = { agree: (ours, theirs) => lineOf(ours) === lineOf(theirs) };

export function firstDifference(
  where: string,
  ours: readonly Report[],
  theirs: readonly Report[],
  { agree }: Judge,
): Difference | undefined {
  const end = Math.max(ours.length, theirs.length);
  for (let i = 0; i < end; i++) {
    const [our, their] = [ours[i], theirs[i]];
    if (our !== undefined && their !== undefined && agree(our, their)) continue;
    const before = ours.slice(Math.max(0, i - CONTEXT), i).map(lineOf);
    const show = (report: Report | undefined): string => (report === undefined ? '(nothing)' : lineOf(report));
    return { where, line: i, before, ours: show(our), theirs: show(their) };
  }
  return undefined;
}

export async function compareMachines(
  drawn: FuzzCase,
  ours: Side,
  theirs: Side,
  { judge, alsoUnobserved }: Terms,
): Promise<Comparison> {
  const preState = await ours.runner.preState(drawn);
  const [ourDigest, theirDigest] = [new Digest(), new Digest()];
  const outcome = await ours.runner.run(drawn, preState, ourDigest);
  const other = await theirs.runner.run(drawn, preState, theirDigest);
  const found = (difference: Difference | undefined): Comparison => ({ steps: ourDigest.steps, outcome, difference });
  const threw = outcome.execution === undefined || other.execution === undefined;
  if (!threw && ourDigest.value !== theirDigest.value) {
    const difference = await traceDifference(drawn, ours, theirs, judge);
    if (difference !== undefined) return found(difference);
  }
  const left = outcomeDifference('outcome', outcome, other, judge);
  if (left !== undefined || !alsoUnobserved) return found(left);
  for (const [side, observed] of [
    [ours, outcome],
    [theirs, other],
  ] as const) {
    const unobserved = await side.runner.run(drawn, preState);
    const apart = outcomeDifference(`${side.name} without an observer`, unobserved, observed, IDENTICAL);
    if (apart !== undefined) return found(apart);
  }
  return found(undefined);
}

function outcomeDifference(where: string, ours: Outcome, theirs: Outcome, judge: Judge): Difference | undefined {
  const [our, their] = reportOfStates(ours.state, theirs.state);
  return firstDifference(where, [...ours.report, ...our], [...theirs.report, ...their], judge);
}

/** Returns the first difference of the traces, or undefined where only known differences remain. */
async function traceDifference(
  drawn: FuzzCase,
  ours: Side,
  theirs: Side,
  judge: Judge,
): Promise<Difference | undefined> {
  const preState = await ours.runner.preState(drawn);
  const [our, their] = [new FullScript(), new FullScript()];
  await ours.runner.run(drawn, preState, our);
  await theirs.runner.run(drawn, preState, their);
  return firstDifference('trace', our.report, their.report, judge);
}
