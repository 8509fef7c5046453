/** Implements `halley scenario`, which runs, lists and begins scenario files. */
import type { Command } from 'commander';
import { beginFile } from '../begin_file.js';
import { catalogueNames, readScenarioSource } from '../scenario_files.js';

export function scenario(program: Command): void {
  const command = program
    .command('scenario')
    .description('Run scenarios: files that say what happens to validators, and what must be true afterwards')
    .summary('Run consensus through faults, and check what happens');
  addRun(command);
  command
    .command('list')
    .description('List the scenarios of this package')
    .action(() => list());
  command
    .command('new <file>')
    .description('Write a scenario to begin with')
    .action((file: string) => beginFile(file, TEMPLATE));
}

interface RunFlags {
  readonly seed: string;
  readonly every?: boolean;
  readonly quiet?: boolean;
}

function addRun(command: Command): void {
  command
    .command('run <scenario...>')
    .description(
      'Run scenarios, given by the names of `halley scenario list` or by paths; print the trace of the observed validator, and exit with code 1 when an expectation is not met',
    )
    .option('--seed <text>', 'Seed of the keys and of random faults', '1')
    .option('--every', "Print every validator's trace")
    .option('--quiet', 'Print only the expectations')
    .action((names: string[], flags: RunFlags) => runAll(names, flags));
}

async function runAll(names: readonly string[], flags: RunFlags): Promise<void> {
  for (const name of names) if (!(await run(name, flags))) process.exitCode = 1;
}

async function run(name: string, flags: RunFlags): Promise<boolean> {
  const { file, text } = readScenarioSource(name);
  const [{ readScenario }, { runScenarioAsText }] = await Promise.all([
    import('../../scenario/index.js'),
    import('../scenario_text.js'),
  ]);
  const read = await readScenario(text, file);
  const { passed } = await runScenarioAsText(read, flags, (line) => void process.stdout.write(`${line}\n`));
  return passed;
}

async function list(): Promise<void> {
  const { readScenario } = await import('../../scenario/index.js');
  const names = catalogueNames();
  const width = Math.max(...names.map((name) => name.length));
  for (const name of names) {
    const { file, text } = readScenarioSource(name);
    process.stdout.write(`${name.padEnd(width)}  ${(await readScenario(text, file)).title}\n`);
  }
}

const TEMPLATE = `title = "One of four validators is down"
summary = """
Three of four validators are more than two thirds of the power, so the chain goes on."""
# The validators have equal power. Validator 0 proposes round 0 of height 2, validator 1 round 1, and so on.
validators = 4
# The run ends when every running validator has decided this height.
until = 3

# A position is "2" (before height 2 begins), "2/0" (its round 0 begins) or "2/0 Prevote" (a step is entered).
[[timeline]]
at = "2"
do = "crash"
validators = [3]

[[expect]]
that = "block"
height = 2
round = 0
proposer = 0
absent = [3]
`;
