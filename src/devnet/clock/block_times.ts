/** Checks the times that blocks are given. */

import { HalleyError } from '../../kernel/errors.js';
import { LATEST_TIMESTAMP } from '../../kernel/time.js';

/** Throws HalleyError `invalid-argument` for Unix seconds that no block may have. */
export function mustBeInReach(timestamp: bigint): void {
  if (timestamp > LATEST_TIMESTAMP)
    throw new HalleyError(
      'invalid-argument',
      `Timestamp ${timestamp} is after ${LATEST_TIMESTAMP}, the latest that a block can have`,
      { timestamp },
    );
}

/**
 * Throws HalleyError `unavailable` with Hardhat's error text when `timestamp` is not after `last`. Both are Unix
 * seconds.
 */
export function mustBeLater(timestamp: bigint, last: bigint): void {
  mustNotBeEarlier(timestamp, last);
  if (timestamp === last) throw tooEarly(timestamp, 'equal to', last);
}

/** Checks the same for a time that may equal that of the block before. */
export function mustNotBeEarlier(timestamp: bigint, last: bigint): void {
  if (timestamp < last) throw tooEarly(timestamp, 'lower than', last);
}

function tooEarly(timestamp: bigint, relation: string, last: bigint): HalleyError {
  return new HalleyError(
    'unavailable',
    `Timestamp ${timestamp} is ${relation} the previous block's timestamp ${last}`,
    { timestamp, last },
  );
}
