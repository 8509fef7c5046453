/** Implements `hardhat_setStorageAt`. */
import { MsgSetStorageAt } from '../../../codec/dev/accounts.js';
import { CONTRACT, word as wordOf } from '../../examples.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { address, storageSlot, word } from '../params/values.js';

export const hardhat_setStorageAt = defineDevSetter({
  name: 'hardhat_setStorageAt',
  aliases: ['anvil_setStorageAt', 'evm_setAccountStorageAt'],
  summary: 'Sets the value of a storage slot of an account.',
  kind: 'change',
  params: [address, storageSlot, word],
  handler: ({ evm }, account, slot, value) => evm.sendDevTx(MsgSetStorageAt, { address: account, slot, value }),
  example: { params: [CONTRACT, '0x0', wordOf(7)] },
});
