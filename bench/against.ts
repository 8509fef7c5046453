/**
 * Compares this working tree with another commit (`npm run bench -- --against REV`): both builds run in turn, so that a
 * machine whose speed drifts slows both. It prints the ratio of each row with its spread over the rounds, and names the
 * rows that are slower by more than that.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../scripts/ensure.mjs';
import { call, closeConnections } from './client.js';
import { confirm } from './confirm.js';
import { type Comparison, compare, latencies } from './figures.js';
import { likeASuite, type Sample } from './in_process.js';
import { rounded } from './table.js';
import { halleyOf, launch, residentMiB } from './targets.js';
import { deployment, tokenTransfers } from './tokens.js';
import { type Sender, senders, transfers } from './transactions.js';

/** Folder of the builds of other commits. A second comparison with a commit needs no build. */
const BUILDS = join(ROOT, '.against');

const OVER_HTTP = 300;
const READS = 1000;
const RECIPIENTS = 20;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const run = (folder: string, program: string, ...args: readonly string[]): void => {
  const { status } = spawnSync(program, args, { cwd: folder, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status} in ${folder}`);
};

/** Builds a commit unless it is built. Returns its folder. */
function builtOf(commit: string): string {
  const folder = join(BUILDS, commit);
  if (existsSync(join(folder, 'dist'))) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const lock = (root: string): string => readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (lock(folder) === lock(ROOT)) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  else run(folder, 'npm', 'ci', '--silent');
  run(folder, process.execPath, 'scripts/build.mjs', '--bundles-only');
  return folder;
}

/** Returns the command's script, as the package names it. */
function commandOf(folder: string): string {
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly bin: { halley: string };
  };
  return join(folder, bin.halley);
}

const inProcess = (folder: string): Promise<Sample> =>
  likeASuite({ library: pathToFileURL(join(folder, 'dist/index.mjs')).href, node: process.execPath, folder });

/** Measures the command over HTTP, one request after the other. */
async function overHttp(folder: string): Promise<Sample> {
  const target = await launch(halleyOf(commandOf(folder)));
  const memory = residentMiB(target.pid);
  const [sender, owner] = (await senders()) as [Sender, Sender];
  const confirmed = async (raws: readonly string[]): Promise<number> =>
    mean(await latencies(raws.length, (i) => confirm(target, raws[i])));
  const deploying = await deployment(owner);
  const start = performance.now();
  const { contractAddress } = await confirm(target, deploying);
  const deployMs = performance.now() - start;
  const token = Buffer.from((contractAddress as string).slice(2), 'hex');
  await confirmed([...transfers([sender], OVER_HTTP, RECIPIENTS), ...tokenTransfers(owner, token, OVER_HTTP)]);
  const sample = {
    'command: start to first answer, ms': target.startMs,
    ...(memory !== undefined && { 'command: idle memory, MiB': memory }),
    'HTTP: first deployment, ms': deployMs,
    'HTTP: transfer, ms': await confirmed(transfers([sender], OVER_HTTP, RECIPIENTS)),
    'HTTP: ERC-20 transfer, ms': await confirmed(tokenTransfers(owner, token, OVER_HTTP)),
    'HTTP: eth_blockNumber, ms': mean(await latencies(READS, () => call(target.port, 'eth_blockNumber', []))),
  };
  closeConnections();
  await target.stop();
  return sample;
}

export async function measureAgainst(rev: string, rounds: number): Promise<void> {
  const commit = execFileSync('git', ['rev-parse', '--verify', `${rev}^{commit}`], {
    cwd: ROOT,
    encoding: 'utf8',
  }).trim();
  const folders = [ROOT, builtOf(commit)] as const;
  const rows = new Map<string, [here: number[], there: number[]]>();
  for (let round = 0; round < rounds; round++)
    for (const measure of [inProcess, overHttp]) {
      // What comes first in a round may find a busier machine, so each side is first once and last once.
      const samples: Sample[] = [];
      for (const side of [0, 1, 1, 0] as const) samples.push(await measure(folders[side]));
      const [first, second, third, last] = samples as [Sample, Sample, Sample, Sample];
      for (const name of Object.keys(first)) {
        const both = (...of: readonly Sample[]): number => mean(of.map((sample) => sample[name] ?? Number.NaN));
        const [here, there] = rows.get(name) ?? [[], []];
        rows.set(name, [here, there]);
        here.push(both(first, last));
        there.push(both(second, third));
      }
    }
  print(
    commit.slice(0, 8),
    rounds,
    [...rows].map(([name, [here, there]]) => compare(name, here, there)),
  );
}

function print(commit: string, rounds: number, rows: readonly Comparison[]): void {
  console.log(`| ${rounds} rounds, median | here | ${commit} | ratio | spread |\n|---|---|---|---|---|`);
  for (const { name, here, there, ratio, spread } of rows)
    console.log(`| ${name} | ${rounded(here)} | ${rounded(there)} | ${ratio.toFixed(2)} | ± ${spread.toFixed(2)} |`);
  const slower = rows.filter(({ isSlower }) => isSlower);
  console.log(
    slower.length === 0
      ? '\nNo row is slower by more than its spread.'
      : `\nSlower by more than the spread:\n${slower.map(({ name, ratio }) => `- ${name}: ${ratio.toFixed(2)} times`).join('\n')}`,
  );
}
