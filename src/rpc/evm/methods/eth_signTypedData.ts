/**
 * Implements `eth_signTypedData` by version 4 of the wallets' numbering, which can do everything that version 3 can.
 */
import { CodecError } from '../../../codec/codec_error.js';
import { type TypedData, typedDataHash } from '../../../codec/ethereum/typed_data.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { to0x } from '../../../kernel/hex.js';
import { ALICE, BOB } from '../../examples.js';
import { invalidParams } from '../../jsonrpc/errors.js';
import { evmMethod } from '../context.js';
import { typedData } from '../params/typed_data.js';
import { address } from '../params/values.js';
import { signerFor } from '../signing/sign.js';

const EXAMPLE = {
  types: { Permit: [{ name: 'spender', type: 'address' }] },
  primaryType: 'Permit',
  domain: { name: 'Coin', chainId: 31337 },
  message: { spender: BOB },
};

export const eth_signTypedData = evmMethod({
  name: 'eth_signTypedData',
  aliases: ['eth_signTypedData_v3', 'eth_signTypedData_v4'],
  summary: 'Signs typed data (EIP-712) with an account of the node.',
  params: [address, typedData],
  result: '65-byte signature',
  trustedOnly: true,
  handler: ({ evm }, account, data) => to0x(signerFor(evm, account).signHash(hashOf(data))),
  example: {
    params: [ALICE, EXAMPLE],
    result:
      '0x7ecb496684e5e67728d91e08874f1d668e09b250a15b572b933bfcdfdeeb85a0223abbaa8b15ecb2a1c0ac58c7000386280d1bc99560fe5295b2ea16939cc9981b',
  },
});

function hashOf(data: TypedData): Bytes {
  try {
    return typedDataHash(data);
  } catch (error) {
    throw error instanceof CodecError ? invalidParams(`invalid argument 1: ${error.message}`) : error;
  }
}
