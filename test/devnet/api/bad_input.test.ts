/** A few wrong requests; `bad_input.long.test.ts` draws many more of the same seed. */
import { testBadInput } from './bad_input.js';

testBadInput(1000);
