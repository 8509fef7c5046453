/** `halley verify --home DIR`: whether the chain is what its genesis and blocks give; exit code 1 when it is not. */
import type { Command } from 'commander';
import type { ReferenceReport, VerifyReport } from '../../devnet/index.js';
import { complain } from '../complain.js';
import { addHomeFlag, homeOf } from '../kept_home.js';

/** Heights between two signs of life. */
const PROGRESS_STEP = 500n;

export function verify(program: Command): void {
  const command = program
    .command('verify')
    .description(
      'Execute the chain in --home again, and compare every block, commit, result and value of its state with what is stored',
    )
    .summary('Execute a chain again and compare all that is stored of it')
    .option(
      '--reference',
      'Run each Ethereum transaction by another implementation too (@ethereumjs/vm), and compare outcome, gas, logs and state',
    );
  addHomeFlag(command);
  command.action(() => run(command));
}

async function run(command: Command): Promise<void> {
  const home = homeOf(command);
  const { reference = false } = command.opts<{ readonly reference?: boolean }>();
  const { verifyHome } = await import('../../devnet/index.js');
  const report = await verifyHome(home, {
    reference,
    onProblem: (problem) => complain(problem),
    onHeight: showProgress,
  });
  const { chainId, height, blocks, txs, records, problems } = report;
  if (problems.length === 0)
    process.stdout.write(
      `verified ${blocks} blocks of ${chainId}: ${txs} transactions, ${records} records, height ${height}\n`,
    );
  else {
    process.stderr.write(`halley: ${wrong(report)}${blocks > 0 ? `, executed up to height ${height}` : ''}\n`);
    process.exitCode = 1;
  }
  if (report.reference !== undefined) process.stdout.write(`reference: ${counts(report.reference)}\n`);
}

/** A line of counts with the reference; without it only a terminal is shown something. */
function showProgress(height: bigint, tip: bigint, reference?: ReferenceReport): void {
  if (height % PROGRESS_STEP !== 0n) return;
  if (reference !== undefined) process.stdout.write(`height ${height} of ${tip}: ${counts(reference)}\n`);
  else if (process.stderr.isTTY) process.stderr.write(`height ${height} of ${tip}\r`);
}

function wrong({ problems, reference }: VerifyReport): string {
  const records = problems.filter(({ code }) => code !== 'reference-differs').length;
  const differing = reference?.differing ?? 0;
  const said = [];
  if (records > 0) said.push(`${records} of its records are wrong`);
  if (differing > 0) said.push(`${differing} of its transactions differ from the reference`);
  return said.join(', ');
}

function counts({ agreed, differing, notComparable }: ReferenceReport): string {
  const reasons = [...notComparable]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([reason, count]) => `${count} ${reason}`);
  const others = [...notComparable.values()].reduce((sum, count) => sum + count, 0);
  const why = others === 0 ? '' : ` (${reasons.join(', ')})`;
  return `${agreed} transactions agree, ${differing} differ, ${others} are not comparable${why}`;
}
