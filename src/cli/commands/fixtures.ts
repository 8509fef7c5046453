/** Implements `halley fixtures`, which records answers of nodes, replays them, and compares them with nodes. */
import type { Command } from 'commander';
import { addCheck } from '../fixtures/check.js';
import { addRecord } from '../fixtures/record.js';
import { addReplay } from '../fixtures/replay.js';

export function fixtures(program: Command): void {
  const command = program
    .command('fixtures')
    .description('Record what a chain answers in a situation as a folder of readable files, replay and check it')
    .summary('Record answers of a chain, replay and check them');
  addRecord(command);
  addReplay(command);
  addCheck(command);
}
