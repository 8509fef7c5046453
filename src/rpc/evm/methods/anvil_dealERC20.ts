/** `anvil_dealERC20`: what `balanceOf` answers; the total supply stays as it was (Anvil). */
import { BOB, CAROL, TOKEN_CODE } from '../../examples.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { balanceQuery } from '../params/token.js';
import { address } from '../params/values.js';
import { amount } from '../params/whole.js';

export const anvil_dealERC20 = defineDevSetter({
  name: 'anvil_dealERC20',
  aliases: ['hardhat_dealERC20', 'anvil_setERC20Balance'],
  summary: 'Gives an account another balance of a token, which finds it in its storage.',
  params: [address, address, amount],
  handler: ({ evm }, account, token, balance) => evm.setAnswer(token, balanceQuery(account), balance),
  example: { first: [['hardhat_setCode', CAROL, TOKEN_CODE]], params: [BOB, CAROL, '0x64'] },
});
