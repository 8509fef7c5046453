/** `hardhat_setBalance`: it shows at once, without a block. */
import { MsgSetBalance } from '../../../codec/steering/MsgSetBalance.js';
import { ALICE } from '../../examples.js';
import { evmMethod } from '../context.js';
import { address, amount } from '../params/values.js';

export const hardhat_setBalance = evmMethod({
  name: 'hardhat_setBalance',
  aliases: ['anvil_setBalance', 'evm_setAccountBalance'],
  summary: 'Gives an account another balance, in wei.',
  params: [address, amount],
  result: 'boolean',
  trustedOnly: true,
  handler: async ({ evm }, account, balance) => {
    await evm.steer(MsgSetBalance, { address: account, balance });
    return true;
  },
  example: { params: [ALICE, '0xde0b6b3a7640000'], result: true },
});
