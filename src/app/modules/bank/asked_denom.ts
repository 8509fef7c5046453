/** Checks the denom that a bank query names (SDK `ValidateDenom`). */
import { invalidArgument } from '../../sdk/query/failure.js';
import { DENOM } from '../../types/denom.js';

export function checkDenom(denom: string): void {
  if (!DENOM.test(denom)) throw invalidArgument(`invalid denom: ${denom}`);
}
