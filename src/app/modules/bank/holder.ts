/** Parses the address that a bank query names. */
import type { Bytes } from '../../../kernel/bytes.js';
import { readChainParams } from '../../sdk/chain_params.js';
import { invalidArgument } from '../../sdk/query/failure.js';
import type { StateReader } from '../../state/types.js';
import { parseBech32Address } from '../../types/address.js';

export function holderAddress(text: string, state: StateReader): Bytes {
  if (text === '') throw invalidArgument('empty address string is not allowed');
  const address = parseBech32Address(text, readChainParams(state).bech32Prefix);
  if (address instanceof Uint8Array) return address;
  throw invalidArgument(`invalid address: ${address.problem}`);
}
