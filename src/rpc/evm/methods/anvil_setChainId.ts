/** Implements `anvil_setChainId` (Anvil). It changes the chain id of the EVM; that of consensus stays. */
import { MsgSetChainId } from '../../../codec/dev/blocks.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { chainId } from '../params/numbers.js';

export const anvil_setChainId = defineDevSetter({
  name: 'anvil_setChainId',
  aliases: ['hardhat_setChainId'],
  summary: 'Changes the chain id of the EVM, and drops pending transactions with the old one.',
  kind: 'change',
  params: [chainId],
  handler: ({ evm }, evmChainId) => evm.sendDevTx(MsgSetChainId, { evmChainId }),
  example: { params: [1337] },
});
