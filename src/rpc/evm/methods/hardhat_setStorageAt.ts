/** `hardhat_setStorageAt`. */
import { MsgSetStorageAt } from '../../../codec/steering/MsgSetStorageAt.js';
import { CONTRACT, word as wordOf } from '../../examples.js';
import { evmMethod } from '../context.js';
import { address, storageSlot, word } from '../params/values.js';

export const hardhat_setStorageAt = evmMethod({
  name: 'hardhat_setStorageAt',
  aliases: ['anvil_setStorageAt', 'evm_setAccountStorageAt'],
  summary: 'Gives a slot of an account another value.',
  params: [address, storageSlot, word],
  result: 'boolean',
  trustedOnly: true,
  handler: async ({ evm }, account, slot, value) => {
    await evm.steer(MsgSetStorageAt, { address: account, slot, value });
    return true;
  },
  example: { params: [CONTRACT, '0x0', wordOf(7)], result: true },
});
