/** Sends a few wrong requests; `bad_input.long.test.ts` draws many more from the same seed. */
import { testBadInput } from './bad_input.js';

testBadInput(1000);
