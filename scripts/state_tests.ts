/**
 * Runs Ethereum's state tests on a machine: files of `ethereum/legacytests`, `ethereum/tests` or
 * `ethereum/execution-spec-tests`, in a folder and those below it.
 *
 *   npx tsx scripts/state_tests.ts FOLDER [--machine NAME] [--fork NAME,…] [--filter TEXT]… [--skip TEXT]…
 *                                  [--slow MS] [--dump] [--observed]
 *
 * `--filter` selects cases with that text in `FILE NAME`, `--skip` leaves them out. `--slow` names cases that take
 * longer. `--dump` prints the state after each case. `--observed` runs them with an observer. Ends with 1 when a case
 * fails, or when a run of all cases in these files does not include one that the list of exceptions names.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { installFastCrypto } from '../src/crypto/install.js';
import { HARDFORKS, type Hardfork } from '../src/evm/hardfork.js';
import { MACHINE_KINDS, type MachineKind } from '../src/evm/machines.js';
import type { Observer } from '../src/evm/observer.js';
import { unmet } from '../test/evm/conformance/exceptions.js';
import { testFiles } from '../test/evm/conformance/paths.js';
import type { RawFile } from '../test/evm/conformance/state_test.js';
import { type Choice, type Result, Suite } from '../test/evm/conformance/suite.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    machine: { type: 'string', default: MACHINE_KINDS[0] as string },
    fork: { type: 'string', default: HARDFORKS.join(',') },
    filter: { type: 'string', multiple: true, default: [] },
    skip: { type: 'string', multiple: true, default: [] },
    slow: { type: 'string' },
    dump: { type: 'boolean', default: false },
    observed: { type: 'boolean', default: false },
  },
});
const [folder] = positionals;
const forks = values.fork.split(',') as Hardfork[];
const machine = values.machine as MachineKind;
const unknown = [...forks.filter((fork) => !HARDFORKS.includes(fork)), machine].filter(
  (name, i, all) => i < all.length - 1 || !MACHINE_KINDS.includes(name as MachineKind),
);
if (folder === undefined || unknown.length > 0) {
  for (const name of unknown) console.error(`unknown fork or machine "${name}"`);
  console.error(`usage: npx tsx scripts/state_tests.ts FOLDER [--machine ${MACHINE_KINDS.join('|')}] [--fork NAME,…]`);
  process.exit(2);
}

const takes = (file: string, name: string): boolean => {
  const known = `${file} ${name}`;
  return values.filter.every((text) => known.includes(text)) && !values.skip.some((text) => known.includes(text));
};

/** Checks whether the filters may select cases of a file, because they may name one. */
const mayTake = (file: string): boolean =>
  values.filter.every((text) => !text.includes('.json') || file.includes(text.slice(0, text.indexOf('.json'))));

class Counts {
  cases = 0;
  passed = 0;
  failed = 0;
  excepted = 0;
  ms = 0;

  add({ verdict, tookMs }: Result): void {
    this.cases++;
    this[verdict]++;
    this.ms += tookMs;
  }

  toString(): string {
    const { cases, passed, failed, excepted, ms } = this;
    return `${cases} cases, ${passed} passed, ${failed} failed, ${excepted} excepted, ${(ms / 1000).toFixed(1)} s`;
  }
}

function publish({ file, given, verdict, faults, outcome, tookMs }: Result): void {
  if (values.slow !== undefined && tookMs > Number(values.slow))
    console.log(`slow ${tookMs.toFixed(0)} ms: ${file} ${given.name}`);
  if (verdict !== 'failed') return;
  console.log(`FAILED ${file} ${given.name}`);
  for (const fault of faults) console.log(`  ${fault}`);
  if (outcome?.type === 'run') {
    const { gasUsed, error = 'none' } = outcome.execution;
    console.log(`  gas used ${gasUsed}, error ${error}`);
  }
  const filter = `--filter '${file} ${given.name}'`;
  console.log(`  again: npx tsx scripts/state_tests.ts ${folder} --machine ${machine} ${filter}`);
}

await installFastCrypto();
const suite = await Suite.open(machine);
const files = testFiles(folder);
/** Receives everything and does nothing. */
const LISTENER: Observer = { step: () => {}, enter: () => {}, exit: () => {}, log: () => {} };
const choice: Choice = {
  forks,
  takes,
  now: () => performance.now(),
  ...(values.observed && { observer: LISTENER }),
};
const total = new Counts();
const byFork = new Map<string, Counts>();
const byFolder = new Map<string, Counts>();
const countsOf = (counts: Map<string, Counts>, key: string): Counts => {
  const known = counts.get(key) ?? new Counts();
  counts.set(key, known);
  return known;
};
const names = new Map<string, string[]>();
let filesRun = 0;
for (const { path, file } of files) {
  if (!mayTake(file)) continue;
  const tests = JSON.parse(readFileSync(path, 'utf8')) as RawFile;
  const before = total.cases;
  for await (const result of suite.run(file, tests, choice)) {
    for (const counts of [total, countsOf(byFork, result.given.fork), countsOf(byFolder, file.replace(/\/[^/]*$/, ''))])
      counts.add(result);
    const known = names.get(file);
    if (known === undefined) names.set(file, [result.given.name]);
    else known.push(result.given.name);
    publish(result);
    if (values.dump) console.log(JSON.stringify(await suite.dump(), undefined, 1));
  }
  if (total.cases > before) filesRun++;
}
for (const [name, counts] of [...byFolder, ...byFork]) console.log(`${name}: ${counts}`);
console.log(`${machine}: ${filesRun} of ${files.length} files, ${total}`);
const isWhole = values.filter.length + values.skip.length === 0 && forks.length === HARDFORKS.length;
const stale = isWhole ? unmet(names) : [];
for (const one of stale) console.log(`FAILED the list of exceptions names a case that does not exist: ${one}`);
process.exit(total.failed + stale.length === 0 ? 0 : 1);
