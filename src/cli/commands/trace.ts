/** Implements `halley trace FILE`, which replays a record and prints every input and effect as JSON Lines. */
import { type FileHandle, open } from 'node:fs/promises';
import type { Command } from 'commander';
import { HalleyError } from '../../kernel/errors.js';
import { counted, differenceText, endNote } from '../replay_text.js';

export function trace(program: Command): void {
  const command = program
    .command('trace')
    .argument('<file>', 'Record of "halley start --record"')
    .description(
      'Replay a record, and print its trace as JSON Lines: its inputs, and every vote, proposal, part and step of each validator',
    )
    .summary('Print every input and effect of a recorded session')
    .option('--out <path>', 'New file for the trace, in place of the standard output');
  command.action((file: string) => run(file, command));
}

async function run(file: string, command: Command): Promise<void> {
  const { out } = command.opts<{ readonly out?: string }>();
  const { traceRecord } = await import('../../devnet/index.js');
  const output = out === undefined ? undefined : await newFile(out);
  try {
    const write = (lines: string) => (output === undefined ? print(lines) : output.appendFile(lines));
    const report = await traceRecord(file, write);
    if (report.difference !== undefined) {
      process.exitCode = 1;
      process.stderr.write(`halley: ${differenceText(file, report.difference)}\n`);
    }
    const note = endNote(file, report);
    if (note !== undefined) process.stderr.write(`halley: note: ${note}\n`);
    if (out !== undefined) process.stdout.write(`traced ${counted(report)}\n`);
  } finally {
    await output?.close();
  }
}

/** Prints lines, and waits while the reader is behind. */
async function print(lines: string): Promise<void> {
  if (!process.stdout.write(lines)) await new Promise<void>((resolve) => process.stdout.once('drain', () => resolve()));
}

async function newFile(out: string): Promise<FileHandle> {
  try {
    return await open(out, 'wx');
  } catch (error) {
    throw new HalleyError('unavailable', `the trace "${out}" cannot be created: ${(error as Error).message}`, { out });
  }
}
