/** Implements `halley clients check`, which runs a client in situations where its node fails. */
import type { Command } from 'commander';
import { HalleyError } from '../../kernel/errors.js';
import { didYouMean } from '../../settings/did_you_mean.js';
import { SITUATIONS, type Situation } from '../clients/situations.js';
import { table } from '../table.js';

/** Exit code of a command that a signal has ended. */
const INTERRUPTED = 130;

interface Flags {
  readonly situation?: readonly string[];
  readonly report?: string;
  readonly limit: string;
  readonly jobs: string;
  readonly blockTime: string;
  readonly seed: string;
  readonly browser: string;
}

export function clients(program: Command): void {
  const command = program
    .command('clients')
    .description('Check how a client bears a bad network: which of its failures it notices, and what it gets wrong')
    .summary('Check how a client bears a bad network');
  command
    .command('check <client>')
    .description(
      'Run a client on a healthy devnet, then in each situation, and print what it survived. The client is a file that Node.js runs, a command line in quotes, or the URL of a page. The last line of its output, or the title of the page, is a JSON object that states what it believes',
    )
    .summary('Run a client in situations where its node fails')
    .option('--situation <name...>', 'Only these situations')
    .option('--report <file>', 'Also write the report: JSON for a name that ends in .json, otherwise Markdown')
    .option('--limit <seconds>', 'Time after which the client counts as hung', '60')
    .option('--jobs <count>', 'Runs at a time', '4')
    .option('--block-time <seconds>', 'Time between two blocks', '0.3')
    .option('--seed <text>', 'Seed of the devnets', 'clients')
    .option('--browser <program>', 'Chromium, for a page', 'chromium')
    .action((client: string, flags: Flags) => check(client, flags));
  command
    .command('situations')
    .description('List the situations with their faults, as halley start --fault takes them')
    .action(() => {
      const rows = SITUATIONS.map(({ name, title, faults }) => [name, title, faults.join(' ')]);
      process.stdout.write(`${table(rows).join('\n')}\n`);
    });
}

async function check(client: string, flags: Flags): Promise<void> {
  const situations = flags.situation?.map(situationNamed) ?? SITUATIONS;
  const options = {
    ...{ client, situations, seed: flags.seed, browser: flags.browser },
    limitMs: 1000 * positive('--limit', flags.limit),
    blockMs: Math.max(1, Math.round(1000 * positive('--block-time', flags.blockTime))),
    jobs: Math.ceil(positive('--jobs', flags.jobs)),
  };
  const [{ checkClient, countsOf, detailOf, UNNOTICED, writeReport }, { killClients }, { closeOnSignals }] =
    await Promise.all([import('../clients/check.js'), import('../clients/run_client.js'), import('../signals.js')]);
  closeOnSignals(async () => {
    process.exitCode = INTERRUPTED;
    killClients();
  });
  const width = Math.max(...situations.map(({ name }) => name.length));
  const result = await checkClient(options, (one) => {
    const cells = [one.situation.name.padEnd(width), one.verdict.padEnd('sent twice'.length), detailOf(one)];
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  });
  process.stdout.write(`${countsOf(result)}\n`);
  if (flags.report !== undefined) writeReport(flags.report, client, result);
  if (result.results.some(({ verdict }) => UNNOTICED.includes(verdict))) process.exitCode = 1;
}

function situationNamed(name: string): Situation {
  const found = SITUATIONS.find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = SITUATIONS.map((one) => one.name);
  throw new HalleyError(
    'invalid-argument',
    `there is no situation "${name}"${didYouMean(name, names)}: expected ${names.join(', ')}`,
    { name },
  );
}

function positive(flag: string, text: string): number {
  const value = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && value > 0) return value;
  throw new HalleyError('invalid-config', `${flag} is "${text}": expected a number above zero, such as 4`, { flag });
}
