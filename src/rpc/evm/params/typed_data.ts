/** Decodes typed data (EIP-712) in the forms that wallets accept: an object, or its JSON text. */
import type { TypedData } from '../../../codec/ethereum/typed_data.js';
import { DecodeError, refusal } from '../../jsonrpc/errors.js';
import { type Param, required } from '../../jsonrpc/method.js';
import { decodeList, decodeObject, decodeString, type JsonObject } from './go_json.js';

const TYPE = 'apitypes.TypedData';

export const typedData: Param<TypedData> = required('typedData', 'typed data (EIP-712), or its JSON', (value) => {
  const { types, primaryType, domain, message } = decodeObject(typeof value === 'string' ? parsed(value) : value, TYPE);
  if (types === undefined && domain === undefined) throw refusal('domain is undefined');
  return {
    types: typesOf(decodeObject(types, 'apitypes.Types', 'TypedData.types')),
    primaryType: decodeString(primaryType, 'TypedData.primaryType'),
    domain: decodeObject(domain ?? {}, 'apitypes.TypedDataDomain', 'TypedData.domain'),
    message: decodeObject(message, 'apitypes.TypedDataMessage', 'TypedData.message'),
  };
});

function parsed(text: string): unknown {
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
