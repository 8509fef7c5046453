/**
 * Finds the redelegations that a query names (SDK `Querier.Redelegations`). It names one by three addresses, those from
 * a source, or those of a delegator; a single validator beside the delegator is ignored. Every failure has the status
 * Internal.
 */
import type { Bytes } from '../../../kernel/bytes.js';
import { invariant } from '../../../kernel/errors.js';
import { internal, notFound, plainError, SdkQueryError } from '../../sdk/query/failure.js';
import { type PageRequest, type PageResponse, pageOfEntries } from '../../sdk/query/pagination.js';
import type { StateReader } from '../../state/types.js';
import { DECIMAL_ONE } from '../../types/coins.js';
import { Redelegation, type RedelegationResponse, tokensFromShares } from './delegation.js';
import { accountAddress, operatorAddress } from './party.js';
import { readRedelegation, readValidator, redelegationsFromPrefix, redelegationsPrefix, sizedPair } from './store.js';

/** bech32 texts of addresses; an empty one means any. */
export interface RedelegationsQuery {
  readonly delegator: string;
  readonly source: string;
  readonly destination: string;
  readonly page: PageRequest;
}

export interface RedelegationsAnswer {
  readonly responses: readonly RedelegationResponse[];
  /** `undefined` for a query by three addresses. */
  readonly pagination: PageResponse | undefined;
}

/** Returns redelegations with their worth. `prefix` is the chain's. Throws SdkQueryError. */
export function findRedelegations(state: StateReader, prefix: string, query: RedelegationsQuery): RedelegationsAnswer {
  try {
    const { items, pagination } = find(state, prefix, query);
    return { responses: items.map((found) => responseOf(state, prefix, found)), pagination };
  } catch (error) {
    if (error instanceof SdkQueryError) throw internal(error.text);
    throw error;
  }
}

interface Found {
  readonly items: readonly Redelegation[];
  readonly pagination: PageResponse | undefined;
}

function find(state: StateReader, prefix: string, { delegator, source, destination, page }: RedelegationsQuery): Found {
  if (delegator === '' && source !== '' && destination === '')
    return fromSource(state, operatorAddress(source, prefix), page);
  const owner = accountAddress(delegator, prefix);
  if (source === '' || destination === '') return ofDelegator(state, owner, page);
  const [from, to] = [operatorAddress(source, prefix), operatorAddress(destination, prefix)];
  const found = readRedelegation(state, owner, from, to);
  if (found === undefined)
    throw notFound(`redelegation not found for delegator address ${delegator} from validator address ${source}`);
  return { items: [found], pagination: undefined };
}

function ofDelegator(state: StateReader, delegator: Bytes, page: PageRequest): Found {
  const prefix = redelegationsPrefix(delegator);
  const entries = state.entries('staking', prefix);
  return pageOfEntries({ entries, prefix, itemOf: (value) => Redelegation.decode(value), failure: plainError }, page);
}

function fromSource(state: StateReader, source: Bytes, page: PageRequest): Found {
  const prefix = redelegationsFromPrefix(source);
  const itemOf = (_: Bytes, key: Bytes): Redelegation => {
    const [delegator, destination] = sizedPair(key);
    const found = readRedelegation(state, delegator, source, destination);
    invariant(found !== undefined, 'the index of redelegations names one that does not exist');
    return found;
  };
  return pageOfEntries({ entries: state.entries('staking', prefix), prefix, itemOf, failure: plainError }, page);
}

function responseOf(
  state: StateReader,
  prefix: string,
  { entries, ...redelegation }: Redelegation,
): RedelegationResponse {
  const validator = readValidator(state, operatorAddress(redelegation.destination, prefix));
  // It can have been deleted since: then all its tokens have been withdrawn.
  if (validator === undefined) throw plainError('validator does not exist');
  return {
    redelegation: { ...redelegation, entries: [] },
    entries: entries.map((entry) => ({
      entry,
      balance: tokensFromShares(validator, entry.sharesDst) / DECIMAL_ONE,
    })),
  };
}
