/**
 * The two kinds of failure. `HalleyError`: somebody outside asked for something wrong; it carries a stable code and
 * facts, and each surface renders it in its own dialect. `InvariantViolation`: we are wrong; nothing may catch it and go on.
 */

export type ErrorCode =
  | 'invalid-argument'
  | 'not-found'
  | 'height-too-high'
  | 'height-pruned'
  | 'unavailable'
  | 'limit-exceeded'
  | 'invalid-config'
  | 'invalid-genesis'
  | 'address-in-use'
  | 'corrupt-store'
  /** A write did not reach the disk. */
  | 'store-failed'
  /** A devnet that a bug of ours has ended. */
  | 'stopped';

export class HalleyError extends Error {
  override readonly name = 'HalleyError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly facts: Readonly<Record<string, unknown>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export class InvariantViolation extends Error {
  override readonly name = 'InvariantViolation';
}

export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantViolation(message);
}
