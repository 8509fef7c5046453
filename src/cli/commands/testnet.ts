/** Implements `halley testnet`, which makes and runs networks of validators under CometBFT. */
import type { Command } from 'commander';
import { addInit } from '../testnet/init.js';
import { addStart } from '../testnet/start.js';

export function testnet(program: Command): void {
  const command = program
    .command('testnet')
    .description(
      'Create and run a network of validators: Halley as the application of CometBFT 0.38 to 0.40, on one or several machines',
    )
    .summary('Create and run a network of validators under CometBFT');
  addInit(command);
  addStart(command);
}
