/**
 * Proposer-based timestamps (consensus-engine.md 4.3): a block has the time of its proposer's clock, and validators
 * prevote a new block only if it arrives at about that time by their own clocks.
 */
import type { UnixNanos } from '../../kernel/time.js';
import type { ConsensusParams } from './params_codec.js';

type Feature = NonNullable<ConsensusParams['feature']>;
type Synchrony = NonNullable<ConsensusParams['synchrony']>;

/** Greatest `message_delay`, a day in nanoseconds. */
export const MAX_MESSAGE_DELAY = 86_400_000_000_000n;

/** Greatest `precision` in nanoseconds. */
export const MAX_PRECISION = 30_000_000_000n;

export const DEFAULT_SYNCHRONY: Synchrony = { precision: 505_000_000n, messageDelay: 15_000_000_000n };

/** Reports whether the block of a height has its proposer's time; the parameter 0 means that none has. */
export const pbtsEnabled = ({ pbtsEnableHeight }: Feature, height: bigint): boolean =>
  pbtsEnableHeight !== 0n && pbtsEnableHeight <= height;

/** Returns the message delay of a round in nanoseconds: a tenth more in each round, at most a day. */
export function messageDelayIn({ messageDelay }: Synchrony, round: number): bigint {
  if (round <= 0) return messageDelay;
  // The products of Go's math.Pow in the same order, so that the last digits are the same.
  let power = 1;
  for (let left = round, square = 1.1; left > 0; left = Math.floor(left / 2), square *= square)
    if (left % 2 === 1) power *= square;
  return BigInt(Math.trunc(Math.min(Number(MAX_MESSAGE_DELAY), power * Number(messageDelay))));
}

/** Reports whether a proposal arrived within the bounds of its round around its time, by the receiver's clock. */
export function isTimely(
  { timestamp, round }: { readonly timestamp: UnixNanos; readonly round: number },
  received: UnixNanos,
  synchrony: Synchrony = DEFAULT_SYNCHRONY,
): boolean {
  const { precision } = synchrony;
  return received >= timestamp - precision && received <= timestamp + messageDelayIn(synchrony, round) + precision;
}
