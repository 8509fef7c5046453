/** Runs a scenario, and writes its run as lines of text. */
import { type RunOptions, runScenario, type Scenario } from '../scenario/index.js';

export interface ScenarioTextOptions extends RunOptions {
  /** Writes the traces of all validators, not only of the observed one. */
  readonly every?: boolean;
  /** Writes only the expectations. */
  readonly quiet?: boolean;
}

export interface ScenarioResult {
  readonly passed: boolean;
  /** End of the run in one line, which `print` has received too. */
  readonly summary: string;
}

/** Runs a scenario. `print` receives each line when it is known. */
export async function runScenarioAsText(
  read: Scenario,
  { every = false, quiet = false, ...options }: ScenarioTextOptions,
  print: (line: string) => void,
): Promise<ScenarioResult> {
  const { file } = read;
  const reference = read.reference === undefined ? '' : ` (specification ${read.reference})`;
  print(`${read.title}${reference}, seed ${options.seed}`);
  if (!quiet) print(`${read.summary.trim()}\n`);
  const report = await runScenario(read, {
    ...options,
    onLine({ ms, node, text: line }) {
      if (!quiet && (every || node === read.observe)) print(`${timeText(ms)}  v${node}  ${line}`);
    },
    onEntry(entry, ms) {
      if (!quiet) print(`${timeText(ms)}  >>  ${entry}`);
    },
  });
  if (!quiet) print('');
  for (const { expected, seen, line } of report.outcomes)
    print(seen === undefined ? `ok      ${expected}` : `FAILED  ${expected}; ${seen} (${file}:${line})`);
  for (const problem of report.problems) print(`FAILED  ${file}: ${problem}`);
  const { passed, height, ms } = report;
  const summary = `${passed ? 'passed' : 'failed'}: height ${height} after ${timeText(ms).trim()}`;
  print(summary);
  return { passed, summary };
}

const timeText = (ms: number): string => `${(ms / 1000).toFixed(3)} s`.padStart(11);
