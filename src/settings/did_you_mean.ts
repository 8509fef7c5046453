/** Suggests the known word that the user probably meant: at most a third of its letters differ. */

/**
 * Returns the number of insertions, deletions, substitutions and swaps of neighbors from one word to the other (optimal string
 * alignment).
 */
function distance(a: string, b: string): number {
  let before: readonly number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? (before[j - 2] as number) + 1 : substituted;
      next.push(Math.min(substituted, swapped, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    [before, row] = [row, next];
  }
  return row[b.length] as number;
}

/** Returns ` (did you mean "x"?)`, or an empty string. */
export function didYouMean(word: string, known: readonly string[]): string {
  let best: string | undefined;
  let least = Math.floor(word.length / 3) + 1;
  for (const candidate of known) {
    const away = distance(word, candidate);
    if (away < least) [best, least] = [candidate, away];
  }
  return best === undefined ? '' : ` (did you mean "${best}"?)`;
}
