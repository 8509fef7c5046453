/**
 * Implements the precompile 0x05: modular exponentiation (EIP-198), by the rules of Berlin (EIP-2565) and of Osaka
 * (EIPs 7823, 7883).
 */
import { InputError } from '../../../crypto/curves/input_error.js';
import { modexp } from '../../../crypto/modexp.js';
import { type Bytes, bigintToBytes, bytesToBigint, EMPTY_BYTES } from '../../../kernel/bytes.js';
import { partOf } from './input_part.js';
import { type ModexpPrice, type ModexpSizes, modexpGas } from './modexp_gas.js';
import type { Precompiled } from './precompiled.js';

const WORD = 32;
const HEADER_BYTES = 3 * WORD;

interface ModexpRules {
  readonly price: ModexpPrice;
  /** Most bytes of each part. */
  readonly mostBytes: number;
}

/** Reads the sizes of the three parts. Sizes above 2^53 lose their last digits, which does not change any price. */
function sizesOf(input: Bytes): ModexpSizes {
  const size = (index: number): number => Number(bytesToBigint(partOf(input, index * WORD, WORD)));
  return { base: size(0), exponent: size(1), modulus: size(2) };
}

function* run(input: Bytes, { base, exponent, modulus }: ModexpSizes): Generator<void, Bytes> {
  const exponentAt = HEADER_BYTES + base;
  const modulusAt = exponentAt + exponent;
  const divisor = bytesToBigint(partOf(input, modulusAt, modulus));
  // An input without a modulus may have an exponent of any size.
  if (divisor === 0n) return new Uint8Array(modulus);
  const power = modexp(bytesToBigint(partOf(input, HEADER_BYTES, base)), partOf(input, exponentAt, exponent), divisor);
  return bigintToBytes(yield* power, modulus);
}

const modexpBy = ({ price, mostBytes }: ModexpRules): Precompiled => ({
  gasOf(input) {
    const sizes = sizesOf(input);
    const head = partOf(input, HEADER_BYTES + sizes.base, Math.min(sizes.exponent, WORD));
    return modexpGas(price, sizes, head);
  },
  run(input) {
    const sizes = sizesOf(input);
    if (Math.max(sizes.base, sizes.exponent, sizes.modulus) > mostBytes)
      throw new InputError(`one or more of base/exponent/modulus length exceeded ${mostBytes} bytes`);
    return sizes.base === 0 && sizes.modulus === 0 ? EMPTY_BYTES : run(input, sizes);
  },
});

export const modexpOfBerlin = modexpBy({ price: 'berlin', mostBytes: Infinity });
export const modexpOfOsaka = modexpBy({ price: 'osaka', mostBytes: 1024 });
