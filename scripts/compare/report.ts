/**
 * Formats differences as lines. A difference over several protocols, or of several elements of a list, appears once.
 */
import type { FoundDifference } from './compare.js';

export function differenceLines(found: readonly FoundDifference[]): readonly string[] {
  const protocols = new Map<string, Set<string>>();
  for (const { where, kind, path, real, ours, protocol } of found) {
    const line = `${where}: ${path}: ${kind}: theirs ${real}, ours ${ours}`;
    protocols.set(line, (protocols.get(line) ?? new Set()).add(protocol));
  }
  return [...protocols].map(([line, over]) => `${line} [${[...over].join('; ')}]`);
}

/** Returns the lines of unintended differences. */
export const faults = (found: readonly FoundDifference[]): readonly string[] =>
  differenceLines(found.filter(({ reason }) => reason === undefined));
