/** Bounds of values that flags, files and the library's options share. */

/** Validators that a devnet appoints at most. */
export const MAX_VALIDATORS = 200;

/** What a host's timer can wait for: 24 days. */
export const MAX_TIMER_MS = 2_147_483_647;
