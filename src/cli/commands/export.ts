/** Implements `halley export --home DIR`, which prints the chain's latest state as a genesis document on stdout. */
import type { Command } from 'commander';
import { genesisText } from '../../config/genesis_forms/history/genesis_text.js';
import { addHomeFlag, homeOf } from '../home_flag.js';

export function export_(program: Command): void {
  const command = program
    .command('export')
    .description(
      'Print the latest state of the chain in --home as a genesis document for a chain that continues from it',
    )
    .summary('Print the latest state of a chain as a genesis document');
  addHomeFlag(command);
  command.option(
    '--with-history',
    'Include the blocks with their transactions and receipts, which the chain that continues then serves',
  );
  command.action(() => run(command));
}

async function run(command: Command): Promise<void> {
  const home = homeOf(command);
  const history = command.opts()['withHistory'] === true;
  const { exportHome } = await import('../../devnet/index.js');
  process.stdout.write(genesisText(await exportHome(home, { history })));
}
