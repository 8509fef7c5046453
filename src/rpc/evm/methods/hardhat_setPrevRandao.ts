/** Implements `hardhat_setPrevRandao`. It applies to one block. */
import { MsgSetPrevRandao } from '../../../codec/dev/blocks.js';
import { word as wordOf } from '../../examples.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { word } from '../params/values.js';

export const hardhat_setPrevRandao = defineDevSetter({
  name: 'hardhat_setPrevRandao',
  aliases: ['anvil_setNextBlockPrevRandao'],
  summary: 'Sets the PREVRANDAO of the next block.',
  kind: 'change',
  params: [word],
  handler: ({ evm }, prevRandao) => evm.sendDevTx(MsgSetPrevRandao, { prevRandao }),
  example: { params: [wordOf(7)] },
});
