/** Implements the precompile 0x04, which returns its input. */
import { type Precompiled, pricedByWords } from './precompiled.js';

export const identity: Precompiled = { gasOf: pricedByWords(15, 3), run: (input) => input.slice() };
