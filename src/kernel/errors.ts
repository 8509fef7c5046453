/**
 * The two kinds of failure. `HalleyError`: somebody outside asked for something wrong; it carries a stable code and
 * facts, and each surface renders it in its own dialect. `InvariantViolation`: we are wrong; nothing may catch it and go on.
 */

/** Stable: programs may compare it. */
export type ErrorCode =
  /** Something that was asked for cannot be: a value of the wrong kind or out of range. */
  | 'invalid-argument'
  | 'not-found'
  /** A height that does not exist yet. */
  | 'height-too-high'
  /** A height from before the first that is kept. */
  | 'height-pruned'
  /** The chain as it is does not allow it. */
  | 'conflict'
  /** Not now: closed, in use by another process, without a majority of validators. */
  | 'unavailable'
  | 'limit-exceeded'
  /** A flag, a file of settings or an option that no devnet can have. */
  | 'invalid-config'
  /** A genesis document that describes no chain, or another than the home folder holds. */
  | 'invalid-genesis'
  | 'address-in-use'
  /** What is read from the disk is not what was written. */
  | 'corrupt-store'
  /** What another implementation makes of a transaction is not what this chain recorded. */
  | 'reference-differs'
  /** A write did not reach the disk. */
  | 'store-failed'
  /** A devnet that a bug of ours has ended. */
  | 'stopped';

/** Something outside is wrong; the message says what, with the value, and what was expected. */
export class HalleyError extends Error {
  override readonly name = 'HalleyError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    /** The values that the message names, by their names. */
    readonly facts: Readonly<Record<string, unknown>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A bug of ours. */
export class InvariantViolation extends Error {
  override readonly name = 'InvariantViolation';
}

export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantViolation(message);
}
