/** Implements `halley fixtures`, which records answers of nodes, replays them, and compares them with nodes. */
import type { Command } from 'commander';
import { beginFile } from '../begin_file.js';
import { addCheck } from '../fixtures/check.js';
import { addRecord } from '../fixtures/record.js';
import { addReplay } from '../fixtures/replay.js';

export function fixtures(program: Command): void {
  const command = program
    .command('fixtures')
    .description('Record the responses of a chain as a folder of readable files, replay them and check them')
    .summary('Record responses of a chain, replay them and check them');
  addRecord(command);
  addReplay(command);
  addCheck(command);
  command
    .command('new <file>')
    .description('Write a plan to begin with')
    .action((file: string) => beginFile(file, TEMPLATE));
}

const TEMPLATE = `# Run it with: npx halley-devnet fixtures record FILE --out FOLDER
name = "transfer"
title = "A transfer of one coin, its receipt, and its block over the CometBFT RPC"

# This step sends a transaction, and saves its hash. It is not part of the recording.
[[step]]
send = { from = 0, to = "\${account.1}", value = "1000000000000000000" }
save = { transfer = "hash" }

[[step]]
name = "the receipt of the transfer"
evm = { method = "eth_getTransactionReceipt", params = ["\${transfer}"] }

[[step]]
comet = { route = "block", args = { height = 2 } }
`;
