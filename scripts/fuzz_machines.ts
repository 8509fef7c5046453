/**
 * Runs generated programs on two EVM machines, or on one and go-ethereum's `evm`, and compares output, gas, logs, state
 * and steps.
 *
 *   npx tsx scripts/fuzz_machines.ts --seed S --programs N [--from I] [--machine KIND] [--against geth|KIND]
 *     [--findings N]
 *
 * A finding is shrunk and written to `test/vectors/machine-fuzz`, which CI replays. `--from` selects the first case of
 * the seed; `--findings` ends the run after that many findings (5).
 */
import { parseArgs } from 'node:util';
import { installFastCrypto } from '../src/crypto/install.js';
import { MACHINE_KINDS } from '../src/evm/machines.js';
import { rightInputs } from '../test/support/precompile_inputs.js';
import { run } from './machine_fuzz/campaign.js';
import type { FuzzCase } from './machine_fuzz/case.js';
import { compareMachines, type Difference, type Side } from './machine_fuzz/compare.js';
import { compareWithGeth } from './machine_fuzz/compare_geth.js';
import { judgeOf } from './machine_fuzz/judge.js';
import { machineOf, Runner } from './machine_fuzz/run.js';
import { shrink } from './machine_fuzz/shrink.js';
import { gethPost, postOf, writeVector } from './machine_fuzz/vectors.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: 'local' },
    programs: { type: 'string', default: '10000' },
    from: { type: 'string', default: '0' },
    machine: { type: 'string', default: MACHINE_KINDS[0] },
    against: { type: 'string', default: 'geth' },
    findings: { type: 'string', default: '5' },
  },
});
const { seed, machine = '', against } = values;
const isKind = (name: string): boolean => (MACHINE_KINDS as readonly string[]).includes(name);
if (!isKind(machine) || (against !== 'geth' && !isKind(against))) {
  console.error(`--machine is one of ${MACHINE_KINDS.join(', ')}; --against one of these, or geth`);
  process.exit(2);
}
await installFastCrypto();

const side = (name: string): Side => {
  const kind = MACHINE_KINDS.find((known) => known === name);
  return { name, runner: new Runner(machineOf(kind ?? (MACHINE_KINDS[0] as (typeof MACHINE_KINDS)[number]))) };
};
const ours = side(machine);
const theirs = against === 'geth' ? undefined : side(against);
const judge = judgeOf(machine, against);

async function differenceOf(drawn: FuzzCase): Promise<Difference | undefined> {
  if (theirs === undefined) return (await compareWithGeth([drawn], ours, judge))[0]?.difference;
  return (await compareMachines(drawn, ours, theirs, { judge, alsoUnobserved: true })).difference;
}

/**
 * Returns the part of a difference that must stay equal while a finding is shrunk; otherwise it is a different finding.
 */
const kindOf = ({ where, ours, theirs }: Difference): string =>
  [
    where.replace(/[0-9a-f]{16,}/g, ''),
    ...[ours, theirs].map((line) => /(step|exit|enter|log|account|gas|output)/.exec(line)?.[0]),
  ].join() + [ours, theirs].map((line) => /op ([0-9a-f]+)/.exec(line)?.[1]).join();

/** Returns geth's result where geth is installed, otherwise that of the other machine. */
async function postFor(drawn: FuzzCase) {
  try {
    return await gethPost(drawn);
  } catch (error) {
    if (theirs === undefined) throw error;
    return postOf(theirs.runner, await theirs.runner.run(drawn, await theirs.runner.preState(drawn)));
  }
}

let found = 0;
const began = performance.now();
const done = await run({
  seed,
  from: Number(values.from),
  programs: Number(values.programs),
  inputs: await rightInputs(),
  ours,
  theirs,
  judge,
  async found({ number, drawn, difference }) {
    console.log(`case ${number}: ${difference.where}, line ${difference.line}`);
    for (const line of difference.before) console.log(`    ${line.slice(0, 300)}`);
    console.log(`  ${machine}: ${difference.ours.slice(0, 600)}\n  ${against}: ${difference.theirs.slice(0, 600)}`);
    const small = await shrink(drawn, async (candidate) => {
      const smaller = await differenceOf(candidate);
      return smaller !== undefined && kindOf(smaller) === kindOf(difference);
    });
    const shown = (await differenceOf(small)) ?? difference;
    console.log(`  written: ${writeVector(`${seed}-${number}-${found}`, small, shown, await postFor(small))}`);
    if (++found >= Number(values.findings)) process.exit(1);
  },
  progress(programs, steps, number) {
    const seconds = (performance.now() - began) / 1_000;
    console.log(
      `${programs} programs (to case ${number}), ${Math.round(steps / programs)} steps each, ${Math.round(programs / seconds)} a second, ${found} findings`,
    );
  },
});
console.log(`${done} programs of seed ${seed}: ${machine} against ${against}, ${found} findings`);
process.exit(found === 0 ? 0 : 1);
