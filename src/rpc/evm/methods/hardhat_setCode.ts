/** `hardhat_setCode`: no constructor runs, and the storage stays. */
import { MsgSetCode } from '../../../codec/steering/MsgSetCode.js';
import { BOB } from '../../examples.js';
import { evmMethod } from '../context.js';
import { address, data } from '../params/values.js';

export const hardhat_setCode = evmMethod({
  name: 'hardhat_setCode',
  aliases: ['anvil_setCode', 'evm_setAccountCode'],
  summary: 'Gives an account other code.',
  params: [address, data],
  result: 'boolean',
  trustedOnly: true,
  handler: async ({ evm }, account, code) => {
    await evm.steer(MsgSetCode, { address: account, code });
    return true;
  },
  example: { params: [BOB, '0x5f5ff3'], result: true },
});
