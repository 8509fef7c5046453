/**
 * Refills state tests for later forks: takes tests with results for one fork, and writes them with the results that
 * go-ethereum's `evm statetest` computes for others.
 *
 *   npx tsx scripts/refill_state_tests.ts FOLDER OUT [--from Cancun] [--to Prague,Osaka] [--evm evm] [--skip TEXT]…
 *
 * `OUT` should end in `GeneralStateTests` as `FOLDER` does, because files are identified by their path from there. A
 * refused transaction has the unchanged state as its result.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { testFiles } from '../test/evm/conformance/paths.js';
import type { RawFile, RawPost, RawStateTest } from '../test/evm/conformance/state_test.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string', default: 'Cancun' },
    to: { type: 'string', default: 'Prague,Osaka' },
    evm: { type: 'string', default: 'evm' },
    skip: { type: 'string', multiple: true, default: [] },
  },
});
const [folder, out] = positionals;
if (folder === undefined || out === undefined) {
  console.error('usage: npx tsx scripts/refill_state_tests.ts FOLDER OUT [--from Cancun] [--to Prague,Osaka]');
  process.exit(2);
}

const NOTHING = `0x${'00'.repeat(32)}`;
/** Hash of an empty list of logs. */
const NO_LOGS = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347';
/** Most files of one process. */
const FILES_AT_ONCE = 200;
const MAX_OUTPUT_BYTES = 2 ** 30;

interface CaseResult {
  readonly name: string;
  readonly fork: string;
  readonly pass: boolean;
  readonly stateRoot?: string;
  readonly error?: string;
}

interface Refill {
  readonly path: string;
  readonly tests: Readonly<Record<string, RawStateTest>>;
}

const forks = values.to.split(',');

function blank(tests: RawFile): Record<string, RawStateTest> {
  const made: Record<string, RawStateTest> = {};
  for (const [name, test] of Object.entries(tests)) {
    const posts = test.post[values.from];
    if (posts === undefined) continue;
    const post = Object.fromEntries(
      forks.map((fork) => [fork, posts.map((one) => ({ ...one, hash: NOTHING, logs: NO_LOGS }))]),
    );
    made[name] = { ...test, post };
  }
  return made;
}

/**
 * Returns a list of verdicts for each file, in their order. Within a fork of a test they are in the order of its cases.
 */
function judge(paths: readonly string[]): readonly (readonly CaseResult[])[] {
  const { stdout, error } = spawnSync(values.evm, ['statetest', '--dump=false'], {
    input: `${paths.join('\n')}\n`,
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  if (error !== undefined) throw error;
  const lists = stdout.split(/^(?=\[$)/m).filter((part) => part.startsWith('['));
  return lists.map((part) => JSON.parse(part.slice(0, part.lastIndexOf('\n]') + 2)) as CaseResult[]);
}

/** Returns the result that geth reports instead, partly in `error`. */
function corrected(post: RawPost, { stateRoot, error = '' }: CaseResult): RawPost {
  const hash = stateRoot ?? post.hash;
  const logs = /logs hash mismatch: got ([0-9a-f]+)/.exec(error)?.[1];
  if (logs !== undefined) return { ...post, hash, logs: `0x${logs}` };
  const { expectException: _, ...run } = post;
  if (error.startsWith('expected error')) return { ...run, hash };
  return error.startsWith('unexpected error') ? { ...post, hash, expectException: error } : { ...post, hash };
}

function correct(tests: Record<string, RawStateTest>, verdicts: readonly CaseResult[]): Record<string, RawStateTest> {
  const made: Record<string, RawStateTest> = {};
  for (const [name, test] of Object.entries(tests)) {
    const post = Object.entries(test.post).map(([fork, posts]) => {
      const own = verdicts.filter((one) => one.name === name && one.fork === fork);
      if (own.length !== posts.length)
        throw new RangeError(`${own.length} verdicts of ${name}, expected ${posts.length}`);
      return [fork, posts.map((one, i) => corrected(one, own[i] as CaseResult))] as const;
    });
    made[name] = { ...test, post: Object.fromEntries(post) };
  }
  return made;
}

/**
 * Rounds: the root first, then the logs, which geth reports when the root is right, then a round in which everything
 * agrees.
 */
const ROUNDS = 3;

function fill(batch: readonly Refill[]): number {
  let left = batch;
  let wrong = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (const { path, tests } of left) writeFileSync(path, JSON.stringify(tests));
    const verdicts = judge(left.map(({ path }) => path));
    if (verdicts.length !== left.length) throw new RangeError(`${verdicts.length} answers for ${left.length} files`);
    wrong = verdicts.flat().filter(({ pass }) => !pass).length;
    left = left.map(({ path, tests }, i) => ({ path, tests: correct(tests, verdicts[i] as readonly CaseResult[]) }));
  }
  return wrong;
}

rmSync(out, { recursive: true, force: true });
const all: Refill[] = [];
for (const { path, file } of testFiles(folder)) {
  if (values.skip.some((text) => file.includes(text))) continue;
  const tests = blank(JSON.parse(readFileSync(path, 'utf8')) as RawFile);
  if (Object.keys(tests).length === 0) continue;
  const target = join(out, file);
  mkdirSync(dirname(target), { recursive: true });
  all.push({ path: target, tests });
}
let wrong = 0;
for (let at = 0; at < all.length; at += FILES_AT_ONCE) wrong += fill(all.slice(at, at + FILES_AT_ONCE));
console.log(`${all.length} files; ${wrong} cases for which go-ethereum reports a different result each time`);
process.exit(wrong === 0 ? 0 : 1);
