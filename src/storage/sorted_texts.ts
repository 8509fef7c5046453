/**
 * A sorted set of texts in chunks of bounded length: inserting moves at most one chunk's worth of references, so the
 * cost stays flat while the set grows.
 */

const MAX_CHUNK = 512;

/** Index of the first element that is not below `text`. */
function lowerBound(sorted: readonly string[], text: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as string) < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

export class SortedTexts {
  private readonly chunks: string[][] = [];

  add(text: string): void {
    const index = Math.min(this.chunkOf(text), this.chunks.length - 1);
    const chunk = this.chunks[index];
    if (chunk === undefined) {
      this.chunks.push([text]);
      return;
    }
    const at = lowerBound(chunk, text);
    if (chunk[at] === text) return;
    chunk.splice(at, 0, text);
    if (chunk.length > MAX_CHUNK) this.chunks.splice(index + 1, 0, chunk.splice(MAX_CHUNK / 2));
  }

  remove(text: string): void {
    const index = this.chunkOf(text);
    const chunk = this.chunks[index];
    if (chunk === undefined) return;
    const at = lowerBound(chunk, text);
    if (chunk[at] !== text) return;
    chunk.splice(at, 1);
    if (chunk.length === 0) this.chunks.splice(index, 1);
  }

  /** Elements in [gte, lt), ascending or descending, at most `limit`. */
  range(gte: string, lt: string, reverse: boolean, limit: number): string[] {
    const found = reverse ? this.below(lt, gte, limit) : this.above(gte, lt, limit);
    return found.length > limit ? found.slice(0, limit) : found;
  }

  private above(gte: string, lt: string, limit: number): string[] {
    const found: string[] = [];
    for (let i = this.chunkOf(gte); i < this.chunks.length && found.length < limit; i++) {
      const chunk = this.chunks[i] as string[];
      for (let at = lowerBound(chunk, gte); at < chunk.length; at++) {
        if ((chunk[at] as string) >= lt) return found;
        found.push(chunk[at] as string);
      }
    }
    return found;
  }

  private below(lt: string, gte: string, limit: number): string[] {
    const found: string[] = [];
    for (let i = Math.min(this.chunkOf(lt), this.chunks.length - 1); i >= 0 && found.length < limit; i--) {
      const chunk = this.chunks[i] as string[];
      for (let at = lowerBound(chunk, lt) - 1; at >= 0; at--) {
        if ((chunk[at] as string) < gte) return found;
        found.push(chunk[at] as string);
      }
    }
    return found;
  }

  /** Index of the first chunk whose last element is not below `text`; the number of chunks when there is none. */
  private chunkOf(text: string): number {
    let low = 0;
    let high = this.chunks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const chunk = this.chunks[middle] as string[];
      if ((chunk[chunk.length - 1] as string) < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
