/** Implements `hardhat_setCoinbase`. It sets `miner` and COINBASE until it is called again. */
import { MsgSetCoinbase } from '../../../codec/dev/blocks.js';
import { BOB } from '../../examples.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { address } from '../params/values.js';

export const hardhat_setCoinbase = defineDevSetter({
  name: 'hardhat_setCoinbase',
  aliases: ['anvil_setCoinbase'],
  summary: 'Sets the beneficiary of new blocks.',
  kind: 'change',
  params: [address],
  handler: ({ evm }, coinbase) => evm.sendDevTx(MsgSetCoinbase, { coinbase }),
  example: { params: [BOB] },
});
