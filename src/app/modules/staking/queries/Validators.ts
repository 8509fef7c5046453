/** `/cosmos.staking.v1beta1.Query/Validators`: all validators, or those of a status, ascending by operator. */
import type { Bytes } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../query/define_query.js';
import { internal, invalidArgument } from '../../../query/failure.js';
import { encodePage, keyedEntries, pageOf } from '../../../query/pagination.js';
import { readRequest } from '../../../query/request.js';
import type { StateReader } from '../../../state/types.js';
import { VALIDATORS } from '../store.js';
import { BOND_STATUS, type BondStatus, decodeValidator } from '../validator.js';

function queryValidators(request: Bytes, state: StateReader): Bytes {
  const { texts, page } = readRequest(request, { 1: 'status' }, 2);
  const wanted = statusOf(texts.status);
  const all = keyedEntries(state.entries('staking', VALIDATORS), VALIDATORS, (value) => value);
  const found = wanted === undefined ? all : all.filter(({ item }) => decodeValidator(item).status === wanted);
  return encodePage(pageOf(found, page, internal));
}

function statusOf(text: string): BondStatus | undefined {
  if (text === '') return undefined;
  const found = (Object.keys(BOND_STATUS) as BondStatus[]).find(
    (status) => text === `BOND_STATUS_${status.toUpperCase()}`,
  );
  if (found === undefined) throw invalidArgument(`invalid validator status ${text}`);
  return found;
}

export const Validators = defineQuery('/cosmos.staking.v1beta1.Query/Validators', queryValidators);
