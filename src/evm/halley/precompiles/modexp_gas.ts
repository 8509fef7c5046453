/** Prices modular exponentiation: by EIP-2565 since Berlin, and by EIP-7883 since Osaka. */
import type { Bytes } from '../../../kernel/bytes.js';

export type ModexpPrice = 'berlin' | 'osaka';

/** Bytes of each part, as the input declares them. */
export interface ModexpSizes {
  readonly base: number;
  readonly exponent: number;
  readonly modulus: number;
}

interface Formula {
  /** Returns the complexity of multiplying numbers of this many bytes. */
  readonly complexity: (bytes: number) => number;
  /** Iterations for each byte of the exponent after its first word. */
  readonly perByte: number;
  readonly divisor: number;
  readonly least: number;
}

const WORD = 32;

const squareOfWords = (bytes: number): number => Math.ceil(bytes / 8) ** 2;

const FORMULAS: Readonly<Record<ModexpPrice, Formula>> = {
  berlin: { complexity: squareOfWords, perByte: 8, divisor: 3, least: 200 },
  osaka: {
    complexity: (bytes) => (bytes <= WORD ? 16 : 2 * squareOfWords(bytes)),
    perByte: 16,
    divisor: 1,
    least: 500,
  },
};

/**
 * Returns the price. `head` holds the first bytes of the exponent, 32 at most. The price is Infinity above 2^53 - 1.
 */
export function modexpGas(price: ModexpPrice, { base, exponent, modulus }: ModexpSizes, head: Bytes): number {
  const { complexity, perByte, divisor, least } = FORMULAS[price];
  const iterations = Math.max(perByte * Math.max(exponent - WORD, 0) + Math.max(bitLength(head) - 1, 0), 1);
  const work = complexity(Math.max(base, modulus)) * iterations;
  return work > Number.MAX_SAFE_INTEGER ? Infinity : Math.max(Math.floor(work / divisor), least);
}

function bitLength(bytes: Bytes): number {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? 0 : 8 * (bytes.length - first) - Math.clz32(bytes[first] as number) + 24;
}
