/** Implements `halley testnet start`, which runs the engines and the applications of a network's folder until Ctrl-C. */
import type { Command } from 'commander';
import { DEFAULT_COMETBFT, type StartFlags } from './start_flags.js';

export function addStart(parent: Command): void {
  parent
    .command('start')
    .description(
      'Run the engines and the applications of a network on this machine; Ctrl-C stops all of them. Their logs are in the folder "logs" of each home',
    )
    .summary('Run the validators of a network on this machine')
    .argument('<folder>', 'Folder that "halley testnet init" has written')
    .option('--cometbft <path>', 'Executable of CometBFT 0.38, 0.39 or 0.40', DEFAULT_COMETBFT)
    .option(
      '--nodes <nodes>',
      'Nodes to run here, separated by commas: numbers or names; others may run in other terminals or on other machines (default: all)',
    )
    .option('--json', 'Print one JSON object per line: blocks, URLs of the nodes, and events of the nodes')
    .action((folder: string, flags: StartFlags) => run(folder, flags));
}

async function run(folder: string, flags: StartFlags): Promise<void> {
  const { startNetwork } = await import('./start_network.js');
  await startNetwork(folder, flags);
}
