/** The known word that someone probably meant: at most a third of its letters away. */

/** Insertions, deletions and substitutions from one word to the other (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}

/** ` (did you mean "x"?)`, or nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  let best: string | undefined;
  let least = Math.floor(word.length / 3) + 1;
  for (const candidate of known) {
    const away = distance(word, candidate);
    if (away < least) [best, least] = [candidate, away];
  }
  return best === undefined ? '' : ` (did you mean "${best}"?)`;
}
