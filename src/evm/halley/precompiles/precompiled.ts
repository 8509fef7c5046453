/** Defines the interface of a precompile. Prices, limits and error texts are go-ethereum's (`core/vm/contracts.go`). */
import type { Bytes } from '../../../kernel/bytes.js';

export interface Precompiled {
  /** Loads the libraries that the precompile needs. Await its promise before `run`, unless the result is undefined. */
  prepare?(): Promise<void> | undefined;
  /** Returns the price of a call with this input: an integer, or Infinity when it exceeds 2^53 - 1. */
  gasOf(input: Bytes): number;
  /**
   * Returns the output, which belongs to the caller. A precompile that may run long returns a generator, which yields
   * every few milliseconds so that the caller can pause. `input` must not change until the end. Throws InputError for
   * invalid input, which consumes all gas.
   */
  run(input: Bytes): Bytes | Generator<void, Bytes>;
}

const WORD = 32;

/** Returns a price function with a base price and a price for each word of input. */
export const pricedByWords =
  (base: number, perWord: number) =>
  (input: Bytes): number =>
    base + perWord * Math.ceil(input.length / WORD);

export const TRUE_WORD: Bytes = new Uint8Array(WORD).fill(1, WORD - 1);

/** Encodes a boolean in 32 bytes, as one or zero. */
export const wordOfTruth = (truth: boolean): Bytes => (truth ? TRUE_WORD.slice() : new Uint8Array(WORD));
