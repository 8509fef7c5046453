/**
 * Selects the implementation. Whether the addon loads is known at once. It is started and checked at the first use or in
 * `warmUp`, whichever comes first, because a server starts without a signature, and the addon takes 6 ms for its tables.
 */
import { concatBytes, equalBytes } from '../../kernel/bytes.js';
import { InvariantViolation } from '../../kernel/errors.js';
import { keccak256 } from '../../kernel/hash.js';
import { fromHex } from '../../kernel/hex.js';
import type { Secp256k1Backend } from './backend.js';

/** Key, its address and a hash. The signature of the hash by RFC 6979 was made with libsecp256k1. */
const VECTOR = {
  privateKey: fromHex('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'),
  hash: fromHex('5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060'),
  address: fromHex('f39fd6e51aad88f6f4ce6ab8827279cfffb92266'),
};

/** Loads an implementation. Resolves to undefined when it does not load on this machine. */
type Candidate = () => Promise<Secp256k1Backend | undefined>;

/** Loads candidates one after the other until one passes the known vector. Resolves to undefined when none does. */
export async function firstThatPasses(candidates: readonly Candidate[]): Promise<Secp256k1Backend | undefined> {
  for (const load of candidates) {
    const candidate = await load();
    if (candidate !== undefined && passesKnownVector(candidate)) return candidate;
  }
  return undefined;
}

/** Reports whether `candidate` derives the known address, and signs and recovers consistently with it. */
export function passesKnownVector(candidate: Secp256k1Backend): boolean {
  try {
    const point = candidate.publicKey(VECTOR.privateKey);
    const { signature, recovery } = candidate.sign(VECTOR.hash, VECTOR.privateKey);
    const recovered = candidate.recover(VECTOR.hash, signature, recovery);
    const compressed = concatBytes(Uint8Array.of(2 + ((point[63] as number) & 1)), point.subarray(0, 32));
    const decompressed = candidate.decompress(compressed);
    return (
      equalBytes(keccak256(point).slice(12), VECTOR.address) &&
      [recovered, decompressed].every((found) => found !== undefined && equalBytes(found, point)) &&
      candidate.verify(VECTOR.hash, signature, compressed)
    );
  } catch {
    return false;
  }
}

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
