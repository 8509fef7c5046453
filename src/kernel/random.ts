/**
 * Provides labelled random streams. Each consumer draws from the stream of its own label, so that a new consumer never
 * shifts the numbers of an old one. A stream is a value (`state` is four 32-bit words, xoshiro128**), so a snapshot of
 * the network includes it.
 */
import { sha256 } from './hash.js';
import { utf8 } from './text.js';

export type RandomState = readonly [number, number, number, number];

/** Returns the first state of the stream `label` under `seed`. */
export function seedStream(seed: string, label: string): RandomState {
  const digest = sha256(utf8(`${seed.length}:${seed}${label}`));
  const view = new DataView(digest.buffer, digest.byteOffset, 16);
  return [view.getUint32(0), view.getUint32(4), view.getUint32(8), view.getUint32(12) | 1];
}

const rotl = (x: number, k: number): number => (x << k) | (x >>> (32 - k));

/** Draws an integer in [0, 2^32) and returns it with the next state (xoshiro128**, Blackman and Vigna). */
export function draw([a, b, c, d]: RandomState): { readonly value: number; readonly state: RandomState } {
  const value = Math.imul(rotl(Math.imul(b, 5), 7), 9) >>> 0;
  const t = b << 9;
  let c2 = c ^ a;
  let d2 = d ^ b;
  const b2 = b ^ c2;
  const a2 = a ^ d2;
  c2 ^= t;
  d2 = rotl(d2, 11);
  return { value, state: [a2 >>> 0, b2 >>> 0, c2 >>> 0, d2 >>> 0] };
}

/** Wraps a stream for code that owns it; `state` can be saved and restored. */
export class RandomStream {
  constructor(public state: RandomState) {}

  /** Draws an integer in [0, 2^32). */
  next(): number {
    const { value, state } = draw(this.state);
    this.state = state;
    return value;
  }

  /** Draws an integer in [0, bound); bound is 1..2^32. */
  below(bound: number): number {
    return Math.floor((this.next() / 0x1_0000_0000) * bound);
  }

  /** Returns true with probability `p`. */
  probability(p: number): boolean {
    return this.next() / 0x1_0000_0000 < p;
  }
}
