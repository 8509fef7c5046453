/** Implements `halley fixtures`, which records answers of a chain. */
import type { Command } from 'commander';
import { addRecord } from '../fixtures/record.js';

export function fixtures(program: Command): void {
  const command = program
    .command('fixtures')
    .description('Record what a chain answers in a situation, as a folder of readable files')
    .summary('Record answers of a chain');
  addRecord(command);
}
