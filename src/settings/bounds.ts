/** Defines bounds of values that flags, files and the library's options share. */

/** Validators of a new chain whose number is not given. */
export const DEFAULT_VALIDATORS = 4;

/** Most validators that a devnet creates. */
export const MAX_VALIDATORS = 200;

/** Longest delay of a host's timer: 24 days, in milliseconds. */
export const MAX_TIMER_MS = 2_147_483_647;

/** Settings of REST: connections, seconds, and bytes of a body. */
export const REST_BOUNDS = {
  maxOpenConnections: { least: 1, most: Number.MAX_SAFE_INTEGER, fallback: 1000 },
  rpcReadTimeout: { least: 0, most: 86_400, fallback: 10 },
  rpcWriteTimeout: { least: 0, most: 86_400, fallback: 30 },
  rpcMaxBodyBytes: { least: 1, most: 100_000_000, fallback: 1_000_000 },
} as const;

/** Amount of a credit of the faucet, in units of `10^decimals` of its denom. */
export const CREDIT_AMOUNT = { least: 1, most: 1_000_000_000, fallback: 10 } as const;

/**
 * Latest time of a first block, in Unix seconds: 2261-01-01. A year of headers fits before the last nanosecond that 64
 * bits can count.
 */
export const LATEST_BLOCK_TIME = 9_183_110_400n;

/** Most repetitions of a request to the node of a forked chain. */
export const MAX_FORK_RETRIES = 100;

/** Longest delay and time limit of requests to that node: one hour, in milliseconds. */
export const MAX_FORK_MS = 3_600_000;

/**
 * Greatest initial height of a chain. The state counts heights in numbers that are exact up to 2^53, and a chain must
 * be able to continue.
 */
export const MAX_INITIAL_HEIGHT = 2n ** 52n;
