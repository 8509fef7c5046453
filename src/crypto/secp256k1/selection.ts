/**
 * Selects the implementation. Whether the addon loads is known at once. It is started and checked at the first use or in
 * `warmUp`, whichever comes first, because a start of the devnet needs no signature, and the addon takes 6 ms for its
 * tables.
 */
import { InvariantViolation } from '../../kernel/errors.js';
import type { Secp256k1Backend } from './backend.js';
import { type Candidate, firstThatPasses, passesKnownVector } from './known_vector.js';

export interface Candidates {
  /** Loads the addon. Resolves to a function that starts it, or to undefined when it does not load on this machine. */
  addon(): Promise<(() => Secp256k1Backend) | undefined>;
  /** Other backends, the fastest first. A later one is loaded only when those before it are absent or wrong. */
  readonly others: readonly Candidate[];
  /**
   * Backend that is used where no other one is right. It needs no loading, so that it can replace a wrong addon at its
   * first use.
   */
  readonly last: Secp256k1Backend;
}

export class Selection {
  #used: Secp256k1Backend | undefined;
  #start: (() => Secp256k1Backend) | undefined;

  /** Calls `onSelect` with the name of each implementation that is selected. */
  constructor(
    private readonly candidates: Candidates,
    private readonly onSelect: (name: Secp256k1Backend['name']) => void,
  ) {}

  /** Selects the addon when it loads, and the first other one that passes the known vector when it does not. */
  async select(): Promise<void> {
    this.#start = await this.candidates.addon();
    if (this.#start === undefined) await this.#selectOther();
    else this.onSelect('secp256k1');
  }

  /** Returns the implementation in use, and starts the addon first. */
  get used(): Secp256k1Backend {
    if (this.#start !== undefined) this.#startAddon(this.#start);
    if (this.#used === undefined)
      throw new InvariantViolation('secp256k1 is used before installFastCrypto() has resolved');
    return this.#used;
  }

  /** Starts the addon unless it has been used. When it is wrong, loads the next one in place of `last`. */
  async warmUp(): Promise<void> {
    if (this.used === this.candidates.last) await this.#selectOther();
  }

  #startAddon(start: () => Secp256k1Backend): void {
    this.#start = undefined;
    const addon = started(start);
    this.#use(addon !== undefined && passesKnownVector(addon) ? addon : this.candidates.last);
  }

  async #selectOther(): Promise<void> {
    this.#use((await firstThatPasses(this.candidates.others)) ?? this.candidates.last);
  }

  #use(backend: Secp256k1Backend): void {
    this.#used = backend;
    this.onSelect(backend.name);
  }
}

function started(start: () => Secp256k1Backend): Secp256k1Backend | undefined {
  try {
    return start();
  } catch {
    return undefined;
  }
}
