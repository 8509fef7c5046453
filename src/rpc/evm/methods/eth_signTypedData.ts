/**
 * Implements `eth_signTypedData` by version 4 of the wallets' numbering, which can do everything that version 3 can.
 */
import { CodecError } from '../../../codec/codec_error.js';
import { type TypedData, typedDataHash } from '../../../codec/ethereum/typed_data.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { to0x } from '../../../kernel/hex.js';
import { ALICE, BOB } from '../../examples.js';
import { DecodeError, invalidParams, refusal } from '../../jsonrpc/errors.js';
import { type Param, required } from '../../jsonrpc/method.js';
import { evmMethod } from '../context.js';
import { decodeList, decodeObject, decodeString, type JsonObject } from '../params/go_json.js';
import { address } from '../params/values.js';
import { signerFor } from '../signing/sign.js';

const EXAMPLE = {
  types: { Permit: [{ name: 'spender', type: 'address' }] },
  primaryType: 'Permit',
  domain: { name: 'Coin', chainId: 31337 },
  message: { spender: BOB },
};

/** Typed data (EIP-712) in the forms that wallets accept: an object, or its JSON text. */
const typedData: Param<TypedData> = required('typedData', 'typed data (EIP-712), or its JSON', (value) => {
  const given = typeof value === 'string' ? parsedJson(value) : value;
  const { types, primaryType, domain, message } = decodeObject(given, 'apitypes.TypedData');
  if (types === undefined && domain === undefined) throw refusal('domain is undefined');
  return {
    types: typesOf(decodeObject(types, 'apitypes.Types', 'TypedData.types')),
    primaryType: decodeString(primaryType, 'TypedData.primaryType'),
    domain: decodeObject(domain ?? {}, 'apitypes.TypedDataDomain', 'TypedData.domain'),
    message: decodeObject(message, 'apitypes.TypedDataMessage', 'TypedData.message'),
  };
});

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DecodeError('typed data is a string that is not valid JSON');
  }
}

const typesOf = (types: JsonObject): TypedData['types'] =>
  Object.fromEntries(
    Object.entries(types).map(([type, members]) => [
      type,
      decodeList(members, '[]apitypes.Type', `TypedData.types.${type}`).map((member) => {
        const { name, type: kind } = decodeObject(member, 'apitypes.Type');
        return { name: decodeString(name, 'Type.name'), type: decodeString(kind, 'Type.type') };
      }),
    ]),
  );

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
