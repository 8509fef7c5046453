/** Bounds what validators say of themselves (SDK x/staking `Description.EnsureLength`). */
import { utf8 } from '../../../kernel/text.js';
import { failure } from '../../types/refusal.js';
import type { Description } from './validator.js';

/** Name of each field in errors, with the most bytes that it may have. */
const LIMITS = {
  moniker: ['moniker', 70],
  identity: ['identity', 3000],
  website: ['website', 140],
  securityContact: ['security contact', 140],
  details: ['details', 280],
} as const;

/** Throws TxFailure for a text that is too long. */
export function checkLengths(description: Description): void {
  for (const key of Object.keys(LIMITS) as (keyof Description)[]) {
    const [name, most] = LIMITS[key];
    const { length } = utf8(description[key]);
    if (length > most)
      throw failure('invalidRequest', `invalid ${name} length; got: ${length}, max: ${most}: invalid request`);
  }
}
