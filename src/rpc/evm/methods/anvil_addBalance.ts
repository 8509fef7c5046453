/** Implements `anvil_addBalance` (Anvil). */
import { MsgAddBalance } from '../../../codec/dev/accounts.js';
import { ALICE } from '../../examples.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { amount } from '../params/numbers.js';
import { address } from '../params/values.js';

export const anvil_addBalance = defineDevSetter({
  name: 'anvil_addBalance',
  aliases: ['hardhat_addBalance', 'tenderly_addBalance'],
  summary: 'Adds an amount in wei to the balance of an account.',
  kind: 'change',
  params: [address, amount],
  handler: ({ evm }, account, more) => evm.sendDevTx(MsgAddBalance, { address: account, amount: more }),
  example: { params: [ALICE, '0xde0b6b3a7640000'] },
});
