/** Applies the rule for `height` arguments (consensus-rpc.md 4.1). */

import type { CometBackend } from '../../../../backend/comet.js';
import { HalleyError } from '../../../../kernel/errors.js';

/** Returns the given height after checks, or the latest when none is given. */
function within(backend: CometBackend, height: bigint | undefined, latest: bigint): bigint {
  if (height === undefined) return latest;
  if (height <= 0n)
    throw new HalleyError('invalid-argument', `height must be greater than 0, but got ${height}`, { height });
  if (height > latest)
    throw new HalleyError(
      'height-too-high',
      `height ${height} must be less than or equal to the current blockchain height ${latest}`,
      { height, latest },
    );
  const base = backend.base();
  if (height < base)
    throw new HalleyError('height-pruned', `height ${height} is not available, lowest height is ${base}`, {
      height,
      base,
    });
  return height;
}

/** Returns the height of a stored block. Throws HalleyError. */
export const blockHeight = (backend: CometBackend, height: bigint | undefined): bigint =>
  within(backend, height, backend.height());

/** Returns the height of what is known one block ahead: validators and parameters. Throws HalleyError. */
export const nextHeight = (backend: CometBackend, height: bigint | undefined): bigint =>
  within(backend, height, backend.height() + 1n);
