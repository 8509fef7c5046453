/** Defines bounds of values that flags, files and the library's options share. */

/** Limits the validators that a devnet creates. */
export const MAX_VALIDATORS = 200;

/** Is the longest delay of a host's timer: 24 days, in milliseconds. */
export const MAX_TIMER_MS = 2_147_483_647;
