/**
 * Defines the two kinds of failure. A `HalleyError` is a mistake of a caller: it carries a stable code and facts, and
 * each interface renders it in its own format. An `InvariantViolation` is a bug of ours: no code may catch it and
 * continue.
 */

/** Kind of error. Codes are stable, so programs may compare them. */
export type ErrorCode =
  /** An argument has the wrong type or is out of range. */
  | 'invalid-argument'
  | 'not-found'
  /** The height does not exist yet. */
  | 'height-too-high'
  /** The height is below the first that is retained. */
  | 'height-pruned'
  /** The current state of the chain does not allow the operation. */
  | 'conflict'
  /** The operation is impossible now: closed, in use by another process, or without a majority of validators. */
  | 'unavailable'
  | 'limit-exceeded'
  /** Another node answered a request with an error, or with something else than the protocol allows. */
  | 'remote-error'
  /** A flag, a configuration file or an option is invalid. */
  | 'invalid-config'
  /** The genesis document is invalid, or differs from the one in the home folder. */
  | 'invalid-genesis'
  | 'address-in-use'
  /** Data read from the disk differs from what was written. */
  | 'corrupt-store'
  /** Another implementation computes a different result of a transaction than this chain recorded. */
  | 'reference-differs'
  /** Executing a node's blocks gives another result than the node reports. */
  | 'node-differs'
  /** A write did not reach the disk. */
  | 'store-failed'
  /** A bug of ours has stopped the devnet. */
  | 'stopped';

/** Reports a mistake of the caller. The message contains what is wrong, the value, and what was expected. */
export class HalleyError extends Error {
  override readonly name = 'HalleyError';

  /** Reports whether a value is such an error, also one of another bundle of the package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'HalleyError';
  }

  constructor(
    readonly code: ErrorCode,
    message: string,
    /** Values in the message, by name. */
    readonly facts: Readonly<Record<string, unknown>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** An error that becomes a refusal where a request or a command ends. Code in between passes it on. */
export abstract class DeferredRefusal extends Error {
  /** Returns the error that the caller gets. */
  abstract refusal(): HalleyError;
}

/** Returns the error that a caller may see; undefined for a bug of ours. */
export function refusalOf(error: unknown): HalleyError | undefined {
  if (error instanceof HalleyError) return error;
  return error instanceof DeferredRefusal ? error.refusal() : undefined;
}

/** Reports a bug of ours. */
export class InvariantViolation extends Error {
  override readonly name = 'InvariantViolation';
}

export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantViolation(message);
}
