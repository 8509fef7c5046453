/**
 * Implements `halley trace`, which prints every input and effect of a record or of a running chain as JSON Lines, and
 * `halley trace tx`, which prints the calls of a transaction.
 */
import { type FileHandle, open } from 'node:fs/promises';
import type { Command } from 'commander';
import { HalleyError } from '../../kernel/errors.js';
import { EVM_RPC_URL } from '../../settings/default_ports.js';
import type { ShownCall } from '../call_lines.js';
import { counted, differenceText, endNote } from '../replay_text.js';

export function trace(program: Command): void {
  const command = program
    .command('trace')
    .argument('<source>', 'Record of "halley start --record", or URL of a running chain\'s EVM JSON-RPC')
    .description(
      'Print a trace as JSON Lines: inputs, and every vote, proposal, part and step of each validator. A record is traced from its beginning, and so is a running chain with --record; any other chain is traced from now on. The trace of a running chain continues until Ctrl-C',
    )
    .summary('Print every input and effect of a session')
    .option('--out <path>', 'New file for the trace, instead of the standard output');
  command.action((source: string) => run(source, command));
  const tx = command
    .command('tx')
    .argument('<hash>', 'Hash of a transaction in a block')
    .description(
      'Print the calls of a transaction of a running devnet as a tree: gas, functions, arguments, results, events and errors. Names need the artifacts of the contracts on the devnet (--artifacts)',
    )
    .option('--url <url>', `EVM JSON-RPC of the devnet (default: ${EVM_RPC_URL})`)
    .option('--storage', 'Print changes of the storage too');
  tx.action(async (hash: string) => {
    const [{ DevnetClient, RUN_TIMEOUT_MS }, { callLines }] = await Promise.all([
      import('../network/devnet_client.js'),
      import('../call_lines.js'),
    ]);
    const { url, storage = false } = tx.opts<{ readonly url?: string; readonly storage?: boolean }>();
    const root = await new DevnetClient(url, { timeoutMs: RUN_TIMEOUT_MS }).call('halley_traceTransaction', hash, {
      withStorage: storage,
    });
    await print(`${callLines(root as ShownCall, process.stdout.isTTY && process.stdout.hasColors()).join('\n')}\n`);
  });
}

async function run(source: string, command: Command): Promise<void> {
  const { out } = command.opts<{ readonly out?: string }>();
  const output = out === undefined ? undefined : await newFile(out);
  const write: Write = (lines) => (output === undefined ? print(lines) : output.appendFile(lines));
  try {
    if (/^[a-z]+:\/\//i.test(source)) {
      // A reader that has seen enough, such as `head`, ends the command.
      process.stdout.on('error', () => process.exit());
      const { traceChain } = await import('../trace_chain.js');
      await traceChain(source, write);
    } else await traceFile(source, write, out !== undefined);
  } finally {
    await output?.close();
  }
}

type Write = (lines: string) => Promise<void>;

/** Replays a record and writes its trace. `reports` says whether a line on stdout says what was traced. */
async function traceFile(file: string, write: Write, reports: boolean): Promise<void> {
  const { traceRecord } = await import('../../devnet/index.js');
  const report = await traceRecord(file, write);
  if (report.difference !== undefined) {
    process.exitCode = 1;
    process.stderr.write(`halley: ${differenceText(file, report.difference)}\n`);
  }
  const note = endNote(file, report);
  if (note !== undefined) process.stderr.write(`halley: note: ${note}\n`);
  if (reports) process.stdout.write(`traced ${counted(report)}\n`);
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
