/**
 * The offset of all clocks of a devnet to the platform's clock. No chain shows a time before the newest header of
 * another. Each block takes at least a second of its own chain, so a chain that makes many blocks is ahead of the
 * platform's clock. The others follow it, so that no header is in the future of another chain.
 */
import type { UnixNanos } from '../../kernel/time.js';

/** Returns the time of a chain's newest header, decided or begun. */
type Newest = () => UnixNanos;

export class Timeline {
  /** Nanoseconds by which the chains are ahead of the platform's clock. */
  offset = 0n;
  readonly #chains = new Set<Newest>();

  /** Makes other chains follow this one's headers from now on. */
  join(newest: Newest): void {
    this.#chains.add(newest);
  }

  /** Returns the time of the newest header of all chains but one; 0 without others. */
  newestBut(own: Newest): UnixNanos {
    let newest = 0n;
    for (const chain of this.#chains) {
      if (chain === own) continue;
      const time = chain();
      if (time > newest) newest = time;
    }
    return newest;
  }
}
