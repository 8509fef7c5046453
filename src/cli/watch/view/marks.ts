/** Shows a vote in one column, or as a short text. */

import { NIL } from '../../../client/rounds/state.js';
import { hashText } from './lines.js';
import type { Style } from './spans.js';

export const BLOCK_MARK = '#';
export const NIL_MARK = 'o';
export const NO_MARK = '.';

/** Explains the marks. */
export const LEGEND = `${BLOCK_MARK} block, ${NIL_MARK} nil, ${NO_MARK} none yet`;

/** Returns the mark of a vote: for a block, for nil, or of a vote that the node does not have. */
export const markOf = (value: string | undefined): string =>
  value === undefined ? NO_MARK : value === NIL ? NIL_MARK : BLOCK_MARK;

export const styleOf = (value: string | undefined): Style =>
  value === undefined ? 'dim' : value === NIL ? 'yellow' : 'green';

/** Returns the value of a vote: the start of a hash, `nil`, or a dot. */
export const valueText = (value: string | undefined): string => (value === undefined ? NO_MARK : hashText(value));
