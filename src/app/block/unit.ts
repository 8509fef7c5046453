/**
 * Runs the parts of a block as units. On a forked chain a unit runs again when it first needs remote state. The units
 * are the leading dev transactions, the hooks before the transactions, each transaction, and the hooks after them.
 */
import { isUnavailable, withRemote } from '../state/remote/with_remote.js';
import type { Remote } from '../state/remote_source.js';
import type { AppState, WorkingState } from '../state/types.js';
import type { FetchBudget } from './fetch_budget.js';
import { type BlockTotals, copyOf } from './totals.js';

/** Parts that a unit changes. */
interface Changed {
  readonly state: WorkingState;
  readonly totals?: BlockTotals;
}

/** Runs `work` as a unit. If it throws, nothing remains of it but writes in the run's state. */
export type RunUnit = <R extends Changed, T>(run: R, work: (run: R) => T | Promise<T>) => T | Promise<T>;

/** Most attempts to fetch what a decided block reads. After the last one the chain halts. */
export const DECIDED_TRIES = 3;

/** Rules by which units fetch. */
export interface UnitFetches {
  /** Attempts of each request; 1 by default. */
  readonly tries?: number;
  /** Budget of the requests; without limit by default. */
  readonly budget?: FetchBudget | undefined;
}

export function unitsOn(state: AppState, { tries = 1, budget }: UnitFetches = {}): RunUnit {
  if (state.remote === undefined) return (run, work) => work(run);
  const remote = limited(insistent(state.remote, tries), budget);
  return (run, work) => {
    const start = run.state.checkpoint();
    const fromStart = (unit: typeof run) => {
      run.state.revertTo(start);
      return work(unit);
    };
    return withRemote(
      remote,
      () => fromStart(run),
      (through) => fromStart({ ...run, ...thrownAway(run, state.fork(through(run.state))) }),
    );
  };
}

const thrownAway = ({ totals }: Changed, state: WorkingState): Changed =>
  totals === undefined ? { state } : { state, totals: copyOf(totals) };

const limited = (remote: Remote, budget: FetchBudget | undefined): Remote =>
  budget === undefined
    ? remote
    : {
        fetch: async (keys) => {
          budget.take();
          return remote.fetch(keys);
        },
      };

const insistent = (remote: Remote, tries: number): Remote => ({
  async fetch(keys) {
    for (let left = tries - 1; ; left--) {
      try {
        return await remote.fetch(keys);
      } catch (error) {
        if (left === 0 || !isUnavailable(error)) throw error;
      }
    }
  },
});
