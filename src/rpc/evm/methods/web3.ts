/** Implements the namespace `web3`. */
import { keccak256 } from '../../../kernel/hash.js';
import { to0x } from '../../../kernel/hex.js';
import { evmMethod } from '../context.js';
import { data } from '../params/values.js';

/** Tools read how the name begins (`anvil`, `HardhatNetwork`) to learn what the node can do. */
export const web3_clientVersion = evmMethod({
  name: 'web3_clientVersion',
  summary: 'Returns the name and version of the node.',
  params: [],
  result: 'string',
  handler: ({ compat }) => compat.clientVersion,
  example: { params: [], result: 'anvil/v1.0.0/halley' },
});

/** As on Ethereum nodes, the hash is that of the decoded bytes, not of the characters. */
export const web3_sha3 = evmMethod({
  name: 'web3_sha3',
  summary: 'Returns the Keccak-256 of the data.',
  params: [data],
  result: '32-byte data',
  handler: (_, bytes) => to0x(keccak256(bytes)),
  example: {
    params: ['0x68656c6c6f20776f726c64'],
    result: '0x47173285a8d7341e5e972fc677286384f802f8ef42a5ec5f03bbfa254cb01fad',
  },
});
