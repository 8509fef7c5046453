/** Implements `halley fixtures`, which records answers of nodes, replays them, and compares them with nodes. */
import type { Command } from 'commander';
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
}
