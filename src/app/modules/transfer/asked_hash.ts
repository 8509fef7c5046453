/** Finds the voucher that a query names by its hash, with or without `ibc/`. */
import { isVoucher, tryHash } from '../../../codec/ibc/denom.js';
import type { Denom } from '../../../codec/ibc/transfer.js';
import { invalidArgument, notFound } from '../../sdk/query/failure.js';
import type { StateReader } from '../../state/types.js';
import { readDenom } from './store.js';

/** Returns the voucher's denom. Throws SdkQueryError. */
export function askedDenom(text: string, state: StateReader): Denom {
  const hash = tryHash(isVoucher(text) ? text.slice('ibc/'.length) : text);
  if (hash === undefined) throw invalidArgument(`invalid denom trace hash: ${text}, error: expected 64 hex digits`);
  const denom = readDenom(state, hash);
  if (denom === undefined) throw notFound(`${text}: denomination not found`);
  return denom;
}
