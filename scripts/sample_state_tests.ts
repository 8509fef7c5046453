/**
 * Takes a part of Ethereum's state tests, for a file of vectors: of each file some cases, chosen by their hashes, with
 * nothing but what these cases need.
 *
 *   npx tsx scripts/sample_state_tests.ts FOLDER OUT.jsonl.gz [--files 1] [--share 10] [--steps 20000] [--skip TEXT]…
 *
 * One file in `--files`, and of each one case in `--share`, and at least one; those that take more than `--steps`
 * operations are passed over.
 * Prints the files that are left out for it, and which operations and precompiles no chosen case comes by.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { opName } from '../src/app/trace/op_names.js';
import { installFastCrypto } from '../src/crypto/install.js';
import { HARDFORKS, type Hardfork } from '../src/evm/hardfork.js';
import type { Observer } from '../src/evm/observer.js';
import { PRECOMPILED } from '../src/evm/precompiled.js';
import { toHex } from '../src/kernel/hex.js';
import { testFiles } from '../test/evm/conformance/paths.js';
import { Runner } from '../test/evm/conformance/runner.js';
import { casesOf, type RawFile, type RawPost, type StateCase } from '../test/evm/conformance/state_test.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    files: { type: 'string', default: '1' },
    share: { type: 'string', default: '10' },
    steps: { type: 'string', default: '20000' },
    skip: { type: 'string', multiple: true, default: [] },
  },
});
const [folder, out] = positionals;
if (folder === undefined || out === undefined) {
  console.error('usage: npx tsx scripts/sample_state_tests.ts FOLDER OUT.jsonl.gz [--share 10] [--steps 20000]');
  process.exit(2);
}

/** What a case comes by. */
class Tracks implements Observer {
  steps = 0;
  readonly ops = new Set<number>();
  readonly addresses = new Set<string>();

  step({ op }: { readonly op: number }): void {
    this.steps++;
    this.ops.add(op);
  }

  enter({ to }: { readonly to: Uint8Array }): void {
    this.addresses.add(toHex(to));
  }
}

/** Forks that brought precompiles, by the beginnings of their names; the others have always been there. */
const SINCE: readonly (readonly [name: string, fork: Hardfork])[] = [
  ['KZG', 'cancun'],
  ['BLS', 'prague'],
  ['P256', 'osaka'],
];

function isThere(name: string, fork: Hardfork): boolean {
  const first = SINCE.find(([beginning]) => name.startsWith(beginning))?.[1] ?? 'shanghai';
  return HARDFORKS.indexOf(fork) >= HARDFORKS.indexOf(first);
}

/** Cases of a file that may be passed over before the rest of it is. */
const MAX_TRIES = 4;

/** A place in an order that has nothing to do with what the cases are. */
const placeOf = (file: string, name: string): string => createHash('sha256').update(`${file} ${name}`).digest('hex');

/** The same test with what `chosen` need; lists keep their indexes. */
function reduced(tests: RawFile, chosen: readonly StateCase[]): RawFile {
  const names = new Set(chosen.map(({ name }) => name));
  const kept: Record<string, unknown> = {};
  for (const [test, { env, pre, transaction, post }] of Object.entries(tests)) {
    const posts = Object.entries(post).map(
      ([fork, all]) => [fork, all.filter((one) => names.has(nameOf(test, fork, one)))] as const,
    );
    const own = posts.filter(([, some]) => some.length > 0);
    if (own.length === 0) continue;
    const indexes = own.flatMap(([, some]) => some.map((one) => one.indexes));
    const needed = <T>(list: readonly T[], by: 'data' | 'gas' | 'value', none: T): readonly T[] =>
      list.map((item, i) => (indexes.some((one) => one[by] === i) ? item : none));
    const { data, gasLimit, value, accessLists, ...rest } = transaction as typeof transaction & { secretKey?: string };
    delete rest.secretKey;
    kept[test] = {
      env,
      pre,
      transaction: {
        ...rest,
        data: needed(data, 'data', ''),
        gasLimit: needed(gasLimit, 'gas', ''),
        value: needed(value, 'value', ''),
        ...(accessLists && { accessLists: needed(accessLists, 'data', null) }),
      },
      post: Object.fromEntries(own.map(([fork, some]) => [fork, some.map(bare)])),
    };
  }
  return kept as RawFile;
}

const nameOf = (test: string, fork: string, { indexes: { data, gas, value } }: RawPost): string =>
  `${test}/${fork}/d${data}g${gas}v${value}`;
const bare = ({ hash, logs, indexes, expectException }: RawPost): RawPost => ({
  hash,
  logs,
  indexes,
  ...(expectException !== undefined && { expectException }),
});

await installFastCrypto();
const runner = await Runner.open('ethereumjs');
const ops = new Set<number>();
/** Precompiles that were called where there are. */
const asked = new Set<string>();
const lines: string[] = [];
let [files, cases] = [0, 0];
for (const { path, file } of testFiles(folder)) {
  if (Number.parseInt(placeOf(file, '').slice(0, 8), 16) % Number(values.files) !== 0) continue;
  const tests = JSON.parse(readFileSync(path, 'utf8')) as RawFile;
  const all = casesOf(tests);
  if (all.length === 0) continue;
  const wanted = Math.ceil(all.length / Number(values.share));
  const chosen: StateCase[] = [];
  const order = all.map((given) => ({ given, place: placeOf(file, given.name) }));
  order.sort((a, b) => (a.place < b.place ? -1 : 1));
  let tooLong = values.skip.some((text) => file.includes(text)) ? MAX_TRIES : 0;
  for (const { given } of order) {
    if (chosen.length === wanted || tooLong === MAX_TRIES) break;
    const tracks = new Tracks();
    await runner.run(given, tracks);
    if (tracks.steps > Number(values.steps)) {
      tooLong++;
      continue;
    }
    chosen.push(given);
    for (const op of tracks.ops) ops.add(op);
    for (const [name, address] of PRECOMPILED)
      if (tracks.addresses.has(toHex(address)) && isThere(name, given.fork)) asked.add(name);
  }
  if (chosen.length < wanted) console.log(`${file}: ${chosen.length} of ${wanted} cases`);
  if (chosen.length === 0) continue;
  files++;
  cases += chosen.length;
  lines.push(JSON.stringify({ file, tests: reduced(tests, chosen) }));
}
writeFileSync(out, gzipSync(`${lines.join('\n')}\n`, { level: 9 }));

const codes = Array.from({ length: 256 }, (_, code) => code).filter((code) => !opName(code).startsWith('opcode '));
console.log(
  `never done: ${codes
    .filter((code) => !ops.has(code))
    .map(opName)
    .join(' ')}`,
);
const unasked = [...PRECOMPILED.keys()].filter((name) => !asked.has(name));
console.log(`never called: ${unasked.join(' ')}`);
console.log(`${files} files, ${cases} cases`);
