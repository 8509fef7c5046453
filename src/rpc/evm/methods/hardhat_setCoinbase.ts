/** `hardhat_setCoinbase`: `miner` and COINBASE, until it is set again. */
import { MsgSetCoinbase } from '../../../codec/dev/MsgSetCoinbase.js';
import { BOB } from '../../examples.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { address } from '../params/values.js';

export const hardhat_setCoinbase = defineDevSetter({
  name: 'hardhat_setCoinbase',
  aliases: ['anvil_setCoinbase'],
  summary: 'Names the beneficiary of the blocks to come.',
  params: [address],
  handler: ({ evm }, coinbase) => evm.sendDevTx(MsgSetCoinbase, { coinbase }),
  example: { params: [BOB] },
});
