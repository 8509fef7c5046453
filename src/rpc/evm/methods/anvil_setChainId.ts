/** `anvil_setChainId`: of the EVM; the consensus chain's id stays (Anvil). */
import { MsgSetChainId } from '../../../codec/dev/MsgSetChainId.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { chainId } from '../params/whole.js';

export const anvil_setChainId = defineDevSetter({
  name: 'anvil_setChainId',
  aliases: ['hardhat_setChainId'],
  summary: 'Gives the EVM another chain id; what waits under the old one goes.',
  params: [chainId],
  handler: ({ evm }, evmChainId) => evm.sendDevTx(MsgSetChainId, { evmChainId }),
  example: { params: [1337] },
});
