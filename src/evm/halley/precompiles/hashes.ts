/** Implements the precompiles 0x02 and 0x03: SHA-256 and RIPEMD-160. */
import { ripemd160 as ripemd160Of } from '../../../crypto/ripemd160.js';
import { leftPadded } from '../../../kernel/bytes.js';
import { sha256 as sha256Of } from '../../../kernel/hash.js';
import { type Precompiled, pricedByWords } from './precompiled.js';

export const sha256: Precompiled = { gasOf: pricedByWords(60, 12), run: sha256Of };

export const ripemd160: Precompiled = {
  gasOf: pricedByWords(600, 120),
  run: (input) => leftPadded(ripemd160Of(input), 32),
};
