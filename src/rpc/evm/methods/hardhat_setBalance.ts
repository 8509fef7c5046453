/** Implements `hardhat_setBalance`. The change is visible immediately, without a block. */
import { MsgSetBalance } from '../../../codec/dev/accounts.js';
import { ALICE } from '../../examples.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { amount } from '../params/numbers.js';
import { address } from '../params/values.js';

export const hardhat_setBalance = defineDevSetter({
  name: 'hardhat_setBalance',
  aliases: ['anvil_setBalance', 'tenderly_setBalance', 'evm_setAccountBalance'],
  summary: 'Sets the balance of an account, in wei.',
  kind: 'change',
  params: [address, amount],
  handler: ({ evm }, account, balance) => evm.sendDevTx(MsgSetBalance, { address: account, balance }),
  example: { params: [ALICE, '0xde0b6b3a7640000'] },
});
