/** Loads the other EVM, which no other part of the devnet needs. */
import type { HalleyError } from '../../kernel/errors.js';
import type { ReferenceCheck } from './reference/reference_check.js';

/** Returns a check that passes each difference to `record`. */
export async function loadReference(record: (difference: HalleyError) => void): Promise<ReferenceCheck> {
  const { ReferenceCheck } = await import('./reference/reference_check.js');
  return new ReferenceCheck(record);
}
