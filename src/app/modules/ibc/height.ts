/**
 * Compares and formats heights of chains. A height of a higher revision is later than any of a lower one (ibc-go v10
 * 02-client `height.go`).
 */
import { type Height, NO_HEIGHT } from '../../../codec/ibc/client.js';
import type { MessageContext } from '../../sdk/module/message.js';
import { revisionOf } from './identifiers.js';

/** Compares two heights. The result is below 0 when `a` is earlier. */
export function compareHeights(a: Height, b: Height): number {
  const difference = a.revisionNumber - b.revisionNumber || a.revisionHeight - b.revisionHeight;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export const isZeroHeight = (height: Height): boolean => compareHeights(height, NO_HEIGHT) === 0;

/** Formats a height as `1-300`. */
export const heightText = ({ revisionNumber, revisionHeight }: Height): string => `${revisionNumber}-${revisionHeight}`;

const HEIGHT = /^(\d{1,20})-(\d{1,20})$/;

/** Parses a height. It is undefined for an invalid text. */
export function parseHeight(text: string): Height | undefined {
  const found = HEIGHT.exec(text);
  if (found === null) return undefined;
  return { revisionNumber: BigInt(found[1] as string), revisionHeight: BigInt(found[2] as string) };
}

/** Returns the height of the block that is being executed. */
export const selfHeight = ({ params, block }: MessageContext): Height => ({
  revisionNumber: revisionOf(params.chainId),
  revisionHeight: block.height,
});
