/** Reads a page of the validators, of all or those of a status (SDK `Querier.Validators`). */
import { internal, invalidArgument } from '../../sdk/query/failure.js';
import { type Page, type PageRequest, pageOfEntries } from '../../sdk/query/pagination.js';
import type { StateReader } from '../../state/types.js';
import { type Registered, VALIDATORS } from './store.js';
import { BOND_STATUS, type BondStatus, statusWord, Validator } from './validator.js';

/** Returns validators ascending by operator. `status` is the enum's word, or empty for all. Throws SdkQueryError. */
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
