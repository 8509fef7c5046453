/** Reads the delegators and validators that staking queries name, and pages of validators. */
import type { Bytes } from '../../../kernel/bytes.js';
import { readChainParams } from '../../sdk/chain_params.js';
import { internal, invalidArgument, plainError } from '../../sdk/query/failure.js';
import { type Page, type PageRequest, pageOfEntries } from '../../sdk/query/pagination.js';
import type { StateReader } from '../../state/types.js';
import { decodeAddress } from '../../types/address.js';
import { operatorPrefix } from './addresses.js';
import { type Registered, VALIDATORS } from './store.js';
import { BOND_STATUS, type BondStatus, statusWord, Validator } from './validator.js';

export function delegatorAddress(text: string, state: StateReader): Bytes {
  if (text === '') throw invalidArgument('delegator address cannot be empty');
  return accountOfQuery(text, state);
}

/** Reads the account that a query names. An empty text is invalid. */
export const accountOfQuery = (text: string, state: StateReader): Bytes =>
  accountAddress(text, readChainParams(state).bech32Prefix);

export const operatorOfQuery = (text: string, state: StateReader): Bytes =>
  operatorNamed(text, readChainParams(state).bech32Prefix);

/** Reads the operator that a query names. `prefix` is the chain's. */
export function operatorNamed(text: string, prefix: string): Bytes {
  if (text === '') throw invalidArgument('validator address cannot be empty');
  return operatorAddress(text, prefix);
}

/** Reads an operator's address. An empty text is invalid. `prefix` is the chain's. */
export const operatorAddress = (text: string, prefix: string): Bytes => parse(text, operatorPrefix(prefix));

/** Reads an account's address. An empty text is invalid. `prefix` is the chain's. */
export const accountAddress = (text: string, prefix: string): Bytes => parse(text, prefix);

/** Parses an address. An invalid one is a plain error here, not a gRPC status. */
function parse(text: string, prefix: string): Bytes {
  const address = decodeAddress(text, prefix);
  if (address instanceof Uint8Array) return address;
  throw plainError(address.problem);
}

/**
 * Reads a page of the validators, ascending by operator (SDK `Querier.Validators`). `status` is the word of the enum,
 * or empty for all validators. Throws SdkQueryError.
 */
export function validatorPage(state: StateReader, status: string, page: PageRequest): Page<Registered> {
  const wanted = statusOf(status);
  const itemOf = (value: Uint8Array, key: Uint8Array): Registered | undefined => {
    const validator = Validator.decode(value);
    if (wanted !== undefined && validator.status !== wanted) return undefined;
    // The key below the prefix is the operator's address after its length.
    return { operator: key.slice(1), validator };
  };
  const entries = state.entries('staking', VALIDATORS);
  return pageOfEntries({ entries, prefix: VALIDATORS, itemOf, failure: internal }, page);
}

function statusOf(text: string): BondStatus | undefined {
  if (text === '') return undefined;
  const found = (Object.keys(BOND_STATUS) as BondStatus[]).find((status) => text === statusWord(status));
  if (found === undefined) throw invalidArgument(`invalid validator status ${text}`);
  return found;
}
