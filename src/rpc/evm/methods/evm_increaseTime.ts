/** Implements `evm_increaseTime` (ganache, Hardhat, Anvil). Later blocks have times later by the given seconds. */
import { evmMethod } from '../context.js';
import { seconds } from '../params/numbers.js';

export const evm_increaseTime = evmMethod({
  name: 'evm_increaseTime',
  aliases: [{ name: 'anvil_increaseTime', answer: Number }],
  summary: 'Moves the clock forward by a number of seconds, from the next block on.',
  params: [seconds],
  result:
    "string: seconds by which the chain is ahead of its time source, in decimal digits; a number under Anvil's name",
  trustedOnly: true,
  handler: async ({ evm }, by) => (await evm.increaseTime(by)).toString(),
  example: { params: [3600], result: '3605' },
});
