/** Implements `hardhat_setCode`. No constructor runs, and the storage stays unchanged. */
import { MsgSetCode } from '../../../codec/dev/accounts.js';
import { BOB } from '../../examples.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { address, data } from '../params/values.js';

export const hardhat_setCode = defineDevSetter({
  name: 'hardhat_setCode',
  aliases: ['anvil_setCode', 'evm_setAccountCode'],
  summary: 'Sets the code of an account.',
  kind: 'change',
  params: [address, data],
  handler: ({ evm }, account, code) => evm.sendDevTx(MsgSetCode, { address: account, code }),
  example: { params: [BOB, '0x5f5ff3'] },
});
