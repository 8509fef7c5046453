/** Implements `anvil_setERC20Allowance` (Anvil). It changes what `allowance` returns. */
import { ALICE, BOB, CAROL, TOKEN_CODE } from '../../examples.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { amount } from '../params/numbers.js';
import { allowanceQuery } from '../params/tokens.js';
import { address } from '../params/values.js';

export const anvil_setERC20Allowance = defineDevSetter({
  name: 'anvil_setERC20Allowance',
  aliases: ['hardhat_setERC20Allowance'],
  summary: "Sets what a spender may spend of an owner's tokens, by finding and changing the token's storage slot.",
  params: [address, address, address, amount],
  handler: ({ evm }, owner, spender, token, allowed) => evm.setAnswer(token, allowanceQuery(owner, spender), allowed),
  example: { first: [['hardhat_setCode', CAROL, TOKEN_CODE]], params: [ALICE, BOB, CAROL, '0x64'] },
});
