/**
 * What the clocks of all chains in a devnet have in common: how far they are ahead of the host, and that none of them
 * shows a time before the newest header of another. Each block takes at least a second of its own chain, so a chain that
 * makes many runs ahead of the host, and the others follow it: no header is from the future of another chain.
 */
import type { UnixNanos } from '../../kernel/time.js';

/** A chain's newest header, decided or begun. */
type Newest = () => UnixNanos;

export class Timeline {
  /** Nanoseconds that the chains are ahead of the host. */
  offset = 0n;
  readonly #chains = new Set<Newest>();

  /** From now on other chains follow this one's headers. */
  join(newest: Newest): void {
    this.#chains.add(newest);
  }

  /** The newest header of all chains but one; 0 without others. */
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
