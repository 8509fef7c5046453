/** Implements `halley replay FILE`, which runs a record again and exits with code 1 at the first difference. */
import type { Command } from 'commander';
import type { ReplayReport } from '../../devnet/index.js';
import { HalleyError } from '../../kernel/errors.js';
import { counted, differenceText, endNote } from '../replay_text.js';

/** Heights between two lines of progress. */
const PROGRESS_STEP = 100n;

export function replay(program: Command): void {
  const command = program
    .command('replay')
    .argument('<file>', 'Record of "halley start --record", or trace of "halley trace"')
    .description(
      'Run the chains of a record or trace again in memory, and compare every block, state and event with the file',
    )
    .summary('Run a recorded session again')
    .option('--until <height>', 'End when the first chain has this height');
  command.action((file: string) => run(file, command));
}

async function run(file: string, command: Command): Promise<void> {
  const { until } = command.opts<{ readonly until?: string }>();
  const { replayRecord } = await import('../../devnet/index.js');
  const report = await replayRecord(file, {
    until: until === undefined ? undefined : heightOf(until),
    onHeight: (height) => {
      if (height > 0n && height % PROGRESS_STEP === 0n) process.stdout.write(`height ${height}\n`);
    },
  });
  showResult(file, report);
}

function heightOf(text: string): bigint {
  if (/^[1-9]\d*$/.test(text)) return BigInt(text);
  throw new HalleyError('invalid-config', `--until is "${text}", expected a height, such as 12`, { until: text });
}

function showResult(file: string, report: ReplayReport): void {
  if (report.difference !== undefined) {
    process.exitCode = 1;
    process.stderr.write(`halley: ${differenceText(file, report.difference)}\n`);
    process.stdout.write(`replayed ${counted(report)}: different\n`);
    return;
  }
  const note = endNote(file, report);
  if (note !== undefined) process.stderr.write(`halley: note: ${note}\n`);
  process.stdout.write(`replayed ${counted(report)}: identical\n`);
}
