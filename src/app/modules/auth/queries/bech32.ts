/** Answers the queries of `cosmos.auth.v1beta1` about the texts of addresses. */
import { decodeBech32, encodeBech32 } from '../../../../codec/bech32.js';
import { CodecError } from '../../../../codec/codec_error.js';
import { bytes, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { readChainParams } from '../../../sdk/chain_params.js';
import { defineQuery, NoFields } from '../../../sdk/query/define_query.js';
import { plainError, unknownError } from '../../../sdk/query/failure.js';

/** Most bytes of an address in the SDK. */
const MAX_ADDRESS_BYTES = 255;

/** `/cosmos.auth.v1beta1.Query/AddressBytesToString` returns an address in bech32, with the prefix of accounts. */
export const AddressBytesToString = defineQuery('/cosmos.auth.v1beta1.Query/AddressBytesToString', {
  rest: '/cosmos/auth/v1beta1/bech32/{address_bytes}',
  request: message('cosmos.auth.v1beta1.AddressBytesToStringRequest', { addressBytes: bytes(1) }, { lenient: true }),
  response: message('cosmos.auth.v1beta1.AddressBytesToStringResponse', { addressString: string(1) }),
  answer({ addressBytes }, state) {
    if (addressBytes.length === 0) throw plainError('empty address bytes is not allowed');
    return { addressString: encodeBech32(readChainParams(state).bech32Prefix, addressBytes) };
  },
});

/** `/cosmos.auth.v1beta1.Query/AddressStringToBytes` returns the bytes of an account's address. */
export const AddressStringToBytes = defineQuery('/cosmos.auth.v1beta1.Query/AddressStringToBytes', {
  rest: '/cosmos/auth/v1beta1/bech32/{address_string}',
  request: message('cosmos.auth.v1beta1.AddressStringToBytesRequest', { addressString: string(1) }, { lenient: true }),
  response: message('cosmos.auth.v1beta1.AddressStringToBytesResponse', { addressBytes: bytes(1) }),
  answer: ({ addressString }, state) => ({
    addressBytes: addressBytes(addressString, readChainParams(state).bech32Prefix),
  }),
});

/** Decodes an address of any length that the SDK allows. */
function addressBytes(text: string, wanted: string): Bytes {
  if (text.trim() === '') throw plainError('empty address string is not allowed');
  const { prefix, bytes: address } = decoded(text);
  if (prefix !== wanted)
    throw unknownError(`hrp does not match bech32 prefix: expected '${wanted}' got '${prefix}': internal logic error`);
  if (address.length === 0) throw unknownError('addresses cannot be empty: unknown address');
  if (address.length > MAX_ADDRESS_BYTES)
    throw unknownError(`address max length is ${MAX_ADDRESS_BYTES}, got ${address.length}: unknown address`);
  return address;
}

function decoded(text: string): ReturnType<typeof decodeBech32> {
  try {
    return decodeBech32(text);
  } catch (error) {
    if (error instanceof CodecError) throw plainError(`decoding bech32 failed: ${error.message}`);
    throw error;
  }
}

/** `/cosmos.auth.v1beta1.Query/Bech32Prefix` returns the prefix of accounts' addresses. */
export const Bech32Prefix = defineQuery('/cosmos.auth.v1beta1.Query/Bech32Prefix', {
  rest: '/cosmos/auth/v1beta1/bech32',
  request: NoFields,
  response: message('cosmos.auth.v1beta1.Bech32PrefixResponse', { bech32Prefix: string(1) }),
  answer: (_, state) => ({ bech32Prefix: readChainParams(state).bech32Prefix }),
});
