/** `halley verify --home DIR`: whether the chain is what its genesis and blocks give; exit code 1 when it is not. */
import type { Command } from 'commander';
import { complain } from '../complain.js';
import { addHomeFlag, homeOf } from '../kept_home.js';

/** Heights between two signs of life, which only a terminal is shown. */
const PROGRESS_STEP = 500n;

export function verify(program: Command): void {
  const command = program
    .command('verify')
    .description(
      'Execute the chain in --home again, and compare every block, commit, result and value of its state with what is stored',
    )
    .summary('Execute a chain again and compare all that is stored of it');
  addHomeFlag(command);
  command.action(() => run(command));
}

async function run(command: Command): Promise<void> {
  const home = homeOf(command);
  const { verifyHome } = await import('../../devnet/index.js');
  const { chainId, height, blocks, txs, records, problems } = await verifyHome(home, {
    onProblem: (problem) => complain(problem),
    onHeight: showProgress,
  });
  if (problems.length === 0) {
    process.stdout.write(
      `verified ${blocks} blocks of ${chainId}: ${txs} transactions, ${records} records, height ${height}\n`,
    );
    return;
  }
  const upTo = blocks > 0 ? `, executed up to height ${height}` : '';
  process.stderr.write(`halley: ${problems.length} of its records are wrong${upTo}\n`);
  process.exitCode = 1;
}

function showProgress(height: bigint, tip: bigint): void {
  if (process.stderr.isTTY && height % PROGRESS_STEP === 0n) process.stderr.write(`height ${height} of ${tip}\r`);
}
