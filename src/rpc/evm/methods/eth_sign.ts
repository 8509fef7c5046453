/** Implements `eth_sign` with the prefix of EIP-191, as geth, Anvil and Hardhat do. */
import { ALICE } from '../../examples.js';
import { evmMethod } from '../context.js';
import { address, data } from '../params/values.js';
import { signerFor, signMessage } from '../signing/sign.js';

export const eth_sign = evmMethod({
  name: 'eth_sign',
  summary: 'Signs a message with an account of the node.',
  params: [address, data],
  result: '65-byte signature',
  trustedOnly: true,
  handler: ({ evm }, account, message) => signMessage(signerFor(evm, account), message),
  example: {
    params: [ALICE, '0x68656c6c6f'],
    result:
      '0xf16ea9a3478698f695fd1401bfe27e9e4a7e8e3da94aa72b021125e31fa899cc573c48ea3fe1d4ab61a9db10c19032026e3ed2dbccba5a178235ac27f94504311c',
  },
});
