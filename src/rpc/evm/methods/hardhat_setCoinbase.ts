/** `hardhat_setCoinbase`: `miner` and COINBASE, until it is set again. */
import { MsgSetCoinbase } from '../../../codec/steering/MsgSetCoinbase.js';
import { BOB } from '../../examples.js';
import { address } from '../params/values.js';
import { evmSetter } from '../setter.js';

export const hardhat_setCoinbase = evmSetter({
  name: 'hardhat_setCoinbase',
  aliases: ['anvil_setCoinbase'],
  summary: 'Names the beneficiary of the blocks to come.',
  params: [address],
  handler: ({ evm }, coinbase) => evm.steer(MsgSetCoinbase, { coinbase }),
  example: { params: [BOB] },
});
