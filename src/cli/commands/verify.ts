/**
 * Implements `halley verify`, which executes chains again and exits with code 1 when something differs: a stored record of
 * `--home DIR`, also that of a CometBFT node, or an answer of the node of `--node URL`.
 */
import type { Command } from 'commander';
import type { ChainReport, ReferenceReport } from '../../devnet/index.js';
import { HalleyError } from '../../kernel/errors.js';
import { addHomeFlag, homeOf } from '../home_flag.js';
import { reportError } from '../report_error.js';

/** Heights between two progress reports. */
const PROGRESS_STEP = 500n;

interface Flags {
  readonly reference?: boolean;
  readonly node?: string;
  readonly to?: string;
}

export function verify(program: Command): void {
  const command = program
    .command('verify')
    .description(
      'Execute each chain in --home, or the chain of --node, again, and compare every block, commit, result and state value with the stored ones, or with the responses of the node. --home may be that of a stopped CometBFT node',
    )
    .summary('Execute a chain again and compare the result with its stored data or with a running node')
    .option('--node <url>', 'CometBFT RPC of a running node, whose chain is verified instead of that of a folder')
    .option('--to <height>', 'Last height that is verified with --node (default: the newest)')
    .option(
      '--reference',
      'Also run each Ethereum transaction with another implementation (@ethereumjs/vm), and compare outcome, gas, logs and state',
    );
  addHomeFlag(command);
  command.action(() => run(command));
}

async function run(command: Command): Promise<void> {
  const { reference = false, node, to } = command.opts<Flags>();
  if (node !== undefined) return verifyRunning(command, node, to, reference);
  if (to !== undefined)
    throw new HalleyError('invalid-config', '--to has no effect with --home: expected --node with the URL of a node');
  const home = homeOf(command, '--home is missing: expected the folder of the persistent chain, or --node with a URL');
  const { verifyHome } = await import('../../devnet/index.js');
  const { chains } = await verifyHome(home, {
    reference,
    onProblem: (problem, chainId) => reportError(problem, chainId === undefined ? '' : `${chainId}: `),
    onHeight: showProgress,
  });
  for (const chain of chains) showResult(chain, chains.length > 1 ? `${chain.chainId}: ` : '');
}

async function verifyRunning(command: Command, url: string, to: string | undefined, reference: boolean): Promise<void> {
  if (command.opts<{ readonly home?: string }>().home !== undefined)
    throw new HalleyError('invalid-config', '--home and --node are both given: expected one of them');
  const { verifyNode } = await import('../../devnet/index.js');
  const last = to === undefined ? undefined : heightOf(to);
  const report = await verifyNode(url, {
    to: last,
    reference,
    onProblem: (problem) => reportError(problem),
    onHeight: showProgress,
  });
  const { chainId, height, blocks, txs, problems } = report;
  if (problems.length > 0) process.exitCode = 1;
  else process.stdout.write(`verified ${blocks} blocks of ${chainId}: ${txs} transactions, height ${height}\n`);
  if (report.reference !== undefined) process.stdout.write(`reference: ${counts(report.reference)}\n`);
}

function heightOf(text: string): bigint {
  if (/^[1-9]\d{0,18}$/.test(text)) return BigInt(text);
  throw new HalleyError('invalid-config', `--to is "${text}": expected a height, such as 100`);
}

/** Prints the result of one chain. `where` names the chain when there are several. */
function showResult(chain: ChainReport, where: string): void {
  const { chainId, height, blocks, txs, records, problems, reference } = chain;
  if (problems.length === 0)
    process.stdout.write(
      `verified ${blocks} blocks of ${chainId}: ${txs} transactions, ${records} records, height ${height}\n`,
    );
  else {
    process.exitCode = 1;
    const found = wrong(chain);
    if (found !== '')
      process.stderr.write(`halley: ${where}${found}${blocks > 0 ? `, executed up to height ${height}` : ''}\n`);
  }
  if (reference !== undefined) process.stdout.write(`${where}reference: ${counts(reference)}\n`);
}

/** Prints progress: with the reference a line of counts, otherwise the height, which only a terminal shows. */
function showProgress(height: bigint, tip: bigint, reference?: ReferenceReport, chainId?: string): void {
  if (height % PROGRESS_STEP !== 0n) return;
  const where = chainId === undefined ? '' : `${chainId}: `;
  if (reference !== undefined) process.stdout.write(`${where}height ${height} of ${tip}: ${counts(reference)}\n`);
  else if (process.stderr.isTTY) process.stderr.write(`${where}height ${height} of ${tip}\r`);
}

/** Summarizes the problems. A folder that cannot be read has a line of its own and does not count here. */
function wrong({ problems, reference }: ChainReport): string {
  const records = problems.filter(({ facts }) => facts['record'] !== undefined).length;
  const differing = reference?.differing ?? 0;
  const found = [];
  if (records > 0) found.push(`${records} of its records differ`);
  if (differing > 0) found.push(`${differing} of its transactions differ from the reference`);
  return found.join(', ');
}

function counts({ agreed, differing, notComparable }: ReferenceReport): string {
  const reasons = [...notComparable]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([reason, count]) => `${count} ${reason}`);
  const others = [...notComparable.values()].reduce((sum, count) => sum + count, 0);
  const why = others === 0 ? '' : ` (${reasons.join(', ')})`;
  return `${agreed} transactions agree, ${differing} differ, ${others} are not comparable${why}`;
}
