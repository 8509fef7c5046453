/**
 * Runs the precompiles that may take long in steps, and calls the guard between two steps. Prices and checks of lengths
 * come from the library, which is called with the long computation left out. Errors have geth's texts
 * (`core/vm/contracts.go`).
 */
import { EVMError, type ExecResult, getActivePrecompiles, type PrecompileInput } from '@ethereumjs/evm';
import { Address } from '@ethereumjs/util';
import { blake2f } from '../../crypto/blake2f.js';
import { blsG1Msm, blsG2Msm, blsPairing } from '../../crypto/curves/bls12_381.js';
import { bn254Pairing } from '../../crypto/curves/bn254.js';
import { InputError } from '../../crypto/curves/input_error.js';
import { modexp } from '../../crypto/modexp.js';
import { type Bytes, bigintToBytes, bytesToBigint, EMPTY_BYTES } from '../../kernel/bytes.js';
import type { ExecutionGuard } from '../execution_guard.js';
import type { FixedCommon } from './common.js';

type Precompile = (input: PrecompileInput) => ExecResult | Promise<ExecResult>;
type Steps<T> = Generator<void, T>;

const WORD = 32;
const BLAKE2F_BYTES = 213;

const encodeTruth = (truth: boolean): Bytes => bigintToBytes(truth ? 1n : 0n, WORD);

/** Runs the steps to their end. Invalid input fails the call, which then takes all its gas. */
async function inSteps(
  steps: Steps<Bytes>,
  guard: ExecutionGuard,
  gasUsed: bigint,
  gasLimit: bigint,
): Promise<ExecResult> {
  try {
    for (;;) {
      const step = steps.next();
      if (step.done) return { executionGasUsed: gasUsed, returnValue: step.value };
      const wait = guard.look();
      if (wait !== undefined) await wait;
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return failed(error.message, gasLimit);
  }
}

function* truthOf(steps: Steps<boolean>): Steps<Bytes> {
  return encodeTruth(yield* steps);
}

const failed = (text: string, gasLimit: bigint): ExecResult => ({
  executionGasUsed: gasLimit,
  returnValue: EMPTY_BYTES,
  exceptionError: new EVMError(text as ConstructorParameters<typeof EVMError>[0]),
});

/** Returns the library's result when its curve operations only return `answer`. */
const withoutCurves = (stock: Precompile, input: PrecompileInput, answer: Bytes) => {
  const curve = { pairing: () => answer, pairingCheck: () => answer, msmG1: () => answer, msmG2: () => answer };
  return stock({ ...input, _EVM: { _bn254: curve, _bls: curve } as unknown as PrecompileInput['_EVM'] });
};

/** Wraps a computation on a curve. The library computes its gas and checks the length of its input. */
const onCurve =
  (stock: Precompile, guard: ExecutionGuard, steps: (input: Bytes) => Steps<Bytes>): Precompile =>
  async (input) => {
    const priced = await withoutCurves(stock, input, encodeTruth(false));
    if (priced.exceptionError !== undefined) return priced;
    return inSteps(steps(input.data), guard, priced.executionGasUsed, input.gasLimit);
  };

/**
 * Wraps MODEXP. When the library's input is cut before the modulus, the modulus reads as zero and the library computes
 * only the price.
 */
const modexpOf =
  (stock: Precompile, guard: ExecutionGuard): Precompile =>
  async (input) => {
    const { data, gasLimit } = input;
    const size = (index: number): bigint => bytesToBigint(slice(data, BigInt(index * WORD), WORD));
    const [baseSize, exponentSize, modulusSize] = [size(0), size(1), size(2)];
    const exponentAt = 96n + baseSize;
    const modulusAt = exponentAt + exponentSize;
    const priced = await stock({ ...input, data: data.subarray(0, bounded(modulusAt, data.length)) });
    // Before EIP-7823 an exponent may have any length, and it costs nothing when the base and the modulus are empty.
    if (priced.exceptionError !== undefined || modulusSize === 0n) return priced;
    const base = bytesToBigint(slice(data, 96n, Number(baseSize)));
    const exponent = slice(data, exponentAt, Number(exponentSize));
    const modulus = bytesToBigint(slice(data, modulusAt, Number(modulusSize)));
    return inSteps(wideAs(modexp(base, exponent, modulus), modulusSize), guard, priced.executionGasUsed, gasLimit);
  };

function* wideAs(steps: Steps<bigint>, size: bigint): Steps<Bytes> {
  return bigintToBytes(yield* steps, Number(size));
}

const bounded = (at: bigint, most: number): number => (at > BigInt(most) ? most : Number(at));

/** Returns a part of the data. After its end there are zeros. */
function slice(data: Bytes, from: bigint, size: number): Bytes {
  const out = new Uint8Array(size);
  const start = bounded(from, data.length);
  out.set(data.subarray(start, start + size));
  return out;
}

/** Implements BLAKE2F, which costs one gas for each round (EIP-152). */
const blake2fOf =
  (guard: ExecutionGuard): Precompile =>
  async ({ data, gasLimit }) => {
    if (data.length !== BLAKE2F_BYTES) return failed('invalid input length', gasLimit);
    const rounds = bytesToBigint(data.subarray(0, 4));
    if (rounds > gasLimit) return failed(EVMError.errorMessages.OUT_OF_GAS, gasLimit);
    if ((data[BLAKE2F_BYTES - 1] as number) > 1) return failed('invalid final flag', gasLimit);
    return inSteps(blake2f(Number(rounds), data.subarray(4)), guard, rounds, gasLimit);
  };

/** Wraps a precompile of the library and replaces its error texts with geth's. */
const inGethsWords =
  (stock: Precompile, texts: Readonly<Record<string, string>>): Precompile =>
  async (input) => {
    const result = await stock(input);
    const text = result.exceptionError && texts[result.exceptionError.error];
    return text === undefined ? result : { ...result, exceptionError: failed(text, 0n).exceptionError as EVMError };
  };

const { errorMessages: says } = EVMError;

type ErrorTexts = Readonly<Record<string, string>>;

const TOP_BYTES = 'invalid field element top bytes';
const ENCODING = 'invalid fp.Element encoding';
const NOT_ON_CURVE = 'invalid point: not on curve';

const ALT_BN128: ErrorTexts = { [says.REVERT]: 'point is not on curve' };

const BLS_POINTS: ErrorTexts = {
  [says.BLS_12_381_POINT_NOT_ON_CURVE]: NOT_ON_CURVE,
  [says.BLS_12_381_FP_NOT_IN_FIELD]: ENCODING,
  [says.REVERT]: NOT_ON_CURVE,
};

/** Texts for precompiles for which the library checks only lengths and padding. */
const BLS_SUMS: ErrorTexts = {
  [says.BLS_12_381_INPUT_EMPTY]: 'invalid input length',
  [says.BLS_12_381_POINT_NOT_ON_CURVE]: TOP_BYTES,
};

const BLS_MAPS: ErrorTexts = {
  [says.BLS_12_381_POINT_NOT_ON_CURVE]: TOP_BYTES,
  [says.BLS_12_381_FP_NOT_IN_FIELD]: ENCODING,
};

/**
 * Geth's error texts for the library's errors for invalid input (`core/vm/contracts.go` and the curve libraries), by
 * the last byte of the precompile's address, in hex. Where one error of the library matches several of geth's, the
 * likeliest is used.
 */
const PRECOMPILE_ERRORS: Readonly<Record<string, ErrorTexts>> = {
  '06': ALT_BN128,
  '07': ALT_BN128,
  '08': { [says.INVALID_INPUT_LENGTH]: 'bad elliptic curve pairing size' },
  '0a': {
    [says.INVALID_COMMITMENT]: 'mismatched versioned hash',
    [says.INVALID_INPUTS]: 'error verifying kzg proof: invalid point encoding',
    [says.INVALID_PROOF]: "error verifying kzg proof: can't verify opening proof",
  },
  '0b': BLS_POINTS,
  '0c': BLS_SUMS,
  '0d': BLS_POINTS,
  '0e': BLS_SUMS,
  '0f': BLS_SUMS,
  '10': BLS_MAPS,
  '11': BLS_MAPS,
};

/** Returns the precompiles of one machine, whose guard they call. */
export function precompiles(common: FixedCommon, guard: ExecutionGuard) {
  const stock = getActivePrecompiles(common) as ReadonlyMap<string, Precompile>;
  const inSteps: Readonly<Record<string, (own: Precompile) => Precompile>> = {
    '05': (own) => modexpOf(own, guard),
    '08': (own) => onCurve(own, guard, (input) => truthOf(bn254Pairing(input))),
    '09': () => blake2fOf(guard),
    '0c': (own) => onCurve(own, guard, blsG1Msm),
    '0e': (own) => onCurve(own, guard, blsG2Msm),
    '0f': (own) => onCurve(own, guard, (input) => truthOf(blsPairing(input))),
  };
  return [...stock].map(([address, own]) => {
    const name = address.slice(-2);
    const made = inSteps[name]?.(own) ?? own;
    const texts = PRECOMPILE_ERRORS[name];
    return {
      address: new Address(Uint8Array.from(Buffer.from(address, 'hex'))),
      function: texts === undefined ? made : inGethsWords(made, texts),
    };
  });
}
