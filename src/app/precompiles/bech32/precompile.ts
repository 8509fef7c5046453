/** `0x…0400` converts addresses from hex to bech32 and back (cosmos/evm `precompiles/bech32`). */
import { decodeBech32, encodeBech32 } from '../../../codec/bech32.js';
import { CodecError } from '../../../codec/codec_error.js';
import { fromHex } from '../../../kernel/hex.js';
import { definePrecompile, precompileFunction } from '../../sdk/solidity/precompile.js';
import { checksumAddress } from '../../types/address.js';
import { failure } from '../../types/refusal.js';

const ADDRESS_BYTES = 20;

export const bech32 = definePrecompile('bech32', '0x0000000000000000000000000000000000000400', [
  precompileFunction(
    'function hexToBech32(address addr, string prefix) returns (string bech32Address)',
    ([addr, prefix], { params: { bech32Prefix } }) => {
      if (String(prefix).trim() === '')
        throw failure(
          'invalidRequest',
          `invalid bech32 human readable prefix (HRP). Please provide a either an account, validator or consensus address prefix (eg: ${bech32Prefix}, ${bech32Prefix}valoper, ${bech32Prefix}valcons)`,
        );
      return [orFail(() => encodeBech32(String(prefix), fromHex(String(addr).slice(2))))];
    },
  ),
  precompileFunction('function bech32ToHex(string bech32Address) returns (address addr)', ([text]) => {
    if (!String(text).includes('1')) throw failure('invalidRequest', `invalid bech32 address: ${text}`);
    const { bytes } = orFail(() => decodeBech32(String(text)));
    if (bytes.length !== ADDRESS_BYTES)
      throw failure('invalidRequest', `an address has ${ADDRESS_BYTES} bytes, not ${bytes.length}`);
    return [checksumAddress(bytes)];
  }),
]);

function orFail<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof CodecError) throw failure('invalidRequest', `decoding bech32 failed: ${error.message}`);
    throw error;
  }
}
