/** `hardhat_setCoinbase`: `miner` and COINBASE, until it is set again. */
import { MsgSetCoinbase } from '../../../codec/steering/MsgSetCoinbase.js';
import { BOB } from '../../examples.js';
import { evmMethod } from '../context.js';
import { address } from '../params/values.js';

export const hardhat_setCoinbase = evmMethod({
  name: 'hardhat_setCoinbase',
  aliases: ['anvil_setCoinbase'],
  summary: 'Names the beneficiary of the blocks to come.',
  params: [address],
  result: 'boolean',
  trustedOnly: true,
  handler: async ({ evm }, coinbase) => {
    await evm.steer(MsgSetCoinbase, { coinbase });
    return true;
  },
  example: { params: [BOB], result: true },
});
