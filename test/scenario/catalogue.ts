/** Runs the scenarios of the repository in tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readScenario, runScenario, type ScenarioReport } from '../../src/scenario/index.js';

const FOLDER = fileURLToPath(new URL('../../scenarios', import.meta.url));

export const CATALOGUE: readonly string[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.toml'))
  .map((file) => file.replace(/\.toml$/, ''))
  .sort();

export async function runCatalogued(name: string, seed: string): Promise<ScenarioReport> {
  const file = `${FOLDER}/${name}.toml`;
  return runScenario(await readScenario(readFileSync(file, 'utf8'), file), { seed });
}

/** Returns what failed, in words; nothing for a run that passed. An error that ends the devnet is a failure. */
export async function failuresOf(name: string, seed = '1'): Promise<readonly string[]> {
  try {
    const { outcomes, problems } = await runCatalogued(name, seed);
    const unmet = outcomes.filter(({ seen }) => seen !== undefined);
    return [...problems, ...unmet.map(({ expected, seen, line }) => `line ${line}: ${expected}; ${seen}`)];
  } catch (error) {
    return [(error as Error).message];
  }
}
