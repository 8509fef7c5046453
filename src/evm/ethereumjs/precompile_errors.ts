/**
 * Maps the library's errors for invalid input of precompiles to geth's error texts (`core/vm/contracts.go` and the
 * curve libraries). Where one error of the library matches several of geth's, the likeliest is used.
 */
import { EVMError } from '@ethereumjs/evm';

const { errorMessages: says } = EVMError;

type Texts = Readonly<Record<string, string>>;

const TOP_BYTES = 'invalid field element top bytes';
const ENCODING = 'invalid fp.Element encoding';
const NOT_ON_CURVE = 'invalid point: not on curve';

const ALT_BN128: Texts = { [says.REVERT]: 'point is not on curve' };

const BLS_POINTS: Texts = {
  [says.BLS_12_381_POINT_NOT_ON_CURVE]: NOT_ON_CURVE,
  [says.BLS_12_381_FP_NOT_IN_FIELD]: ENCODING,
  [says.REVERT]: NOT_ON_CURVE,
};

/** Applies to precompiles for which the library checks only lengths and padding. */
const BLS_SUMS: Texts = {
  [says.BLS_12_381_INPUT_EMPTY]: 'invalid input length',
  [says.BLS_12_381_POINT_NOT_ON_CURVE]: TOP_BYTES,
};

const BLS_MAPS: Texts = {
  [says.BLS_12_381_POINT_NOT_ON_CURVE]: TOP_BYTES,
  [says.BLS_12_381_FP_NOT_IN_FIELD]: ENCODING,
};

/** Maps the last byte of a precompile's address, in hex, to its error texts. */
export const PRECOMPILE_ERRORS: Readonly<Record<string, Texts>> = {
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
