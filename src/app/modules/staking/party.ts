/** The delegators and validators that staking queries name. */
import type { Bytes } from '../../../kernel/bytes.js';
import { parseBech32Address } from '../../address.js';
import { readChainParams } from '../../chain_params.js';
import { invalidArgument, plainError } from '../../query/failure.js';
import type { StateReader } from '../../state/types.js';
import { operatorPrefix } from './addresses.js';

export function delegatorAddress(text: string, state: StateReader): Bytes {
  if (text === '') throw invalidArgument('delegator address cannot be empty');
  return parse(text, readChainParams(state).bech32Prefix);
}

export function operatorOfQuery(text: string, state: StateReader): Bytes {
  if (text === '') throw invalidArgument('validator address cannot be empty');
  return parse(text, operatorPrefix(readChainParams(state).bech32Prefix));
}

/** A bad address is a plain error here, no status. */
function parse(text: string, prefix: string): Bytes {
  const address = parseBech32Address(text, prefix);
  if (address instanceof Uint8Array) return address;
  throw plainError(address.problem);
}
