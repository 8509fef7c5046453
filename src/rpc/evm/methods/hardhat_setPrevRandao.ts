/** `hardhat_setPrevRandao`: of one block. */
import { MsgSetPrevRandao } from '../../../codec/dev/MsgSetPrevRandao.js';
import { word as wordOf } from '../../examples.js';
import { evmSetter } from '../define_dev_setter.js';
import { word } from '../params/values.js';

export const hardhat_setPrevRandao = evmSetter({
  name: 'hardhat_setPrevRandao',
  aliases: ['anvil_setNextBlockPrevRandao'],
  summary: 'Gives the next block another PREVRANDAO.',
  params: [word],
  handler: ({ evm }, prevRandao) => evm.steer(MsgSetPrevRandao, { prevRandao }),
  example: { params: [wordOf(7)] },
});
