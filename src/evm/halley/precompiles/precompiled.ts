/** A contract that the machine has without code. Prices, bounds and words of errors are go-ethereum's (`core/vm/contracts.go`). */
import type { Bytes } from '../../../kernel/bytes.js';

export interface Precompiled {
  /** What it computes with is loaded when it is first needed: wait for this before `run`, unless it is undefined. */
  prepare?(): Promise<void> | undefined;
  /** Gas of a call with this input: a whole number, or Infinity where it is beyond 2^53 - 1. */
  gasOf(input: Bytes): number;
  /**
   * What it answers, which is the caller's own; a generator where it may run long, which yields every few milliseconds so
   * that the caller can rest. `input` must stay as it is until then. Throws InputError for what it refuses, which takes all gas.
   */
  run(input: Bytes): Bytes | Generator<void, Bytes>;
}

const WORD = 32;

/** The price of so much for a call and so much for each word of input. */
export const pricedByWords =
  (base: number, perWord: number) =>
  (input: Bytes): number =>
    base + perWord * Math.ceil(input.length / WORD);

export const TRUE_WORD: Bytes = new Uint8Array(WORD).fill(1, WORD - 1);

/** 32 bytes: one or zero. */
export const wordOfTruth = (truth: boolean): Bytes => (truth ? TRUE_WORD.slice() : new Uint8Array(WORD));
