/** Draws cases by number, and their gas edges, and compares them until there are enough. */
import type { PrecompileInput } from '../../test/support/precompile_inputs.js';
import { type FuzzCase, MAX_TRANSACTION_GAS } from './case.js';
import { compareMachines, type Difference, type Side } from './compare.js';
import { compareWithGeth } from './compare_geth.js';
import { Draw } from './draw.js';
import { gasEdges, StepKeeper } from './gas_edges.js';
import type { Judge } from './judge.js';
import { drawCase } from './pre_state.js';

export interface Finding {
  /** Number of the case, or of the case whose gas edge it is. */
  readonly number: number;
  readonly drawn: FuzzCase;
  readonly difference: Difference;
}

export interface Campaign {
  readonly seed: string;
  /** Number of the first case. */
  readonly from: number;
  /** Programs, including gas edges. */
  readonly programs: number;
  readonly inputs: readonly PrecompileInput[];
  readonly ours: Side;
  /** Other machine; `undefined` means geth. */
  readonly theirs: Side | undefined;
  readonly judge: Judge;
  found(finding: Finding): Promise<void> | void;
  /** Reports progress after each batch. */
  progress?(programs: number, steps: number, number: number): void;
}

/** Percentage of cases that get gas edges from their run. */
const WITH_EDGES = 12;
/** Steps of a run around whose price gas is drawn. */
const CHOSEN = 2;
/** Cases for one start of geth. */
const BATCH = 250;
/** Selects one in this many cases to run without an observer too. */
const UNOBSERVED = 4;

/** Returns the cases of a number: one, or one and its gas edges. The edges need a run on the machine under test. */
async function casesOf({ seed, inputs, ours }: Campaign, number: number): Promise<FuzzCase[]> {
  const drawn = drawCase(seed, number, inputs);
  const draw = new Draw(seed, `machine-fuzz gas ${number}`);
  if (!draw.happens(WITH_EDGES)) return [drawn];
  const keeper = new StepKeeper();
  await ours.runner.run(drawn, await ours.runner.preState(drawn), keeper);
  return [drawn, ...gasEdges(draw, drawn, keeper, CHOSEN)];
}

/** Runs a campaign and returns how many programs ran. All cases of the last number are included. */
export async function run(campaign: Campaign): Promise<number> {
  const { programs, from, theirs, progress } = campaign;
  let [done, steps] = [0, 0];
  for (let number = from; done < programs; ) {
    const batch: { readonly number: number; readonly drawn: FuzzCase }[] = [];
    for (; batch.length < BATCH && done + batch.length < programs; number++)
      for (const drawn of await casesOf(campaign, number)) batch.push({ number, drawn });
    steps += theirs === undefined ? await againstGeth(campaign, batch) : await againstMachine(campaign, theirs, batch);
    done += batch.length;
    progress?.(done, steps, number);
    // This lets the event loop report errors of unawaited promises.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return done;
}

type Batch = readonly { readonly number: number; readonly drawn: FuzzCase }[];

async function againstMachine({ ours, judge, found }: Campaign, theirs: Side, batch: Batch): Promise<number> {
  let total = 0;
  for (const { number, drawn } of batch) {
    const terms = { judge, alsoUnobserved: number % UNOBSERVED === 0 };
    const { steps, difference } = await compareMachines(drawn, ours, theirs, terms);
    total += steps;
    if (difference !== undefined) await found({ number, drawn, difference });
  }
  return total;
}

async function againstGeth({ ours, judge, found }: Campaign, batch: Batch): Promise<number> {
  // From Osaka on, a transaction with more gas is invalid.
  const valid = batch.filter(({ drawn }) => drawn.fork !== 'osaka' || drawn.message.gasLimit <= MAX_TRANSACTION_GAS);
  const results = await compareWithGeth(
    valid.map(({ drawn }) => drawn),
    ours,
    judge,
  );
  let total = 0;
  for (const [i, { drawn, difference, steps }] of results.entries()) {
    total += steps;
    if (difference !== undefined) await found({ number: valid[i]?.number ?? 0, drawn, difference });
  }
  return total;
}
