/** Implements `anvil_dealERC20` (Anvil). It changes what `balanceOf` returns, and leaves the total supply unchanged. */
import { BOB, CAROL, TOKEN_CODE } from '../../examples.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { amount } from '../params/numbers.js';
import { balanceQuery } from '../params/tokens.js';
import { address } from '../params/values.js';

export const anvil_dealERC20 = defineDevSetter({
  name: 'anvil_dealERC20',
  aliases: ['hardhat_dealERC20', 'anvil_setERC20Balance'],
  summary: 'Sets the balance of an account in a token, by finding and changing its storage slot.',
  params: [address, address, amount],
  handler: ({ evm }, account, token, balance) => evm.setAnswer(token, balanceQuery(account), balance),
  example: { first: [['hardhat_setCode', CAROL, TOKEN_CODE]], params: [BOB, CAROL, '0x64'] },
});
