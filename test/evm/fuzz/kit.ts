/** Runs campaigns of the fuzzer for tests. */
import { type Campaign, type Finding, run } from '../../../scripts/machine_fuzz/campaign.js';
import { caseToJson } from '../../../scripts/machine_fuzz/case.js';
import type { Side } from '../../../scripts/machine_fuzz/compare.js';
import { type MakeMachine, machineOf, Runner } from '../../../scripts/machine_fuzz/run.js';
import type { MachineKind } from '../../../src/evm/machines.js';

export const side = (kind: MachineKind): Side => ({ name: kind, runner: new Runner(machineOf(kind)) });
export const sideOf = (name: string, make: MakeMachine): Side => ({ name, runner: new Runner(make) });

class Enough extends Error {}

/** Returns the first findings, at most `most`. */
export async function findings(campaign: Omit<Campaign, 'found'>, most = 1): Promise<Finding[]> {
  const found: Finding[] = [];
  const take = (finding: Finding): void => {
    found.push(finding);
    if (found.length >= most) throw new Enough();
  };
  try {
    await run({ ...campaign, found: take });
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  return found;
}

/** Reports a failure: the case as a vector, and the command that draws it again. */
export const report = (
  { number, drawn, difference }: Finding,
  { seed, ours, theirs }: Pick<Campaign, 'seed' | 'ours' | 'theirs'>,
): unknown => ({
  again: `npx tsx scripts/fuzz_machines.ts --seed ${seed} --from ${number} --programs 1 --machine ${ours.name} --against ${theirs?.name ?? 'geth'}`,
  difference,
  drawn: JSON.stringify(caseToJson(drawn)),
});
