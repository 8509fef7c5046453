/** `hardhat_setPrevRandao`: of one block. */
import { MsgSetPrevRandao } from '../../../codec/steering/MsgSetPrevRandao.js';
import { word as wordOf } from '../../examples.js';
import { evmMethod } from '../context.js';
import { word } from '../params/values.js';

export const hardhat_setPrevRandao = evmMethod({
  name: 'hardhat_setPrevRandao',
  aliases: ['anvil_setNextBlockPrevRandao'],
  summary: 'Gives the next block another PREVRANDAO.',
  params: [word],
  result: 'boolean',
  trustedOnly: true,
  handler: async ({ evm }, prevRandao) => {
    await evm.steer(MsgSetPrevRandao, { prevRandao });
    return true;
  },
  example: { params: [wordOf(7)], result: true },
});
