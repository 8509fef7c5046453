/** HALLEY_FUZZ_REQUESTS sets how many are drawn; outside of CI they are fewer. */
import { testBadInput } from './bad_input.js';

testBadInput(Number(process.env['HALLEY_FUZZ_REQUESTS'] ?? (process.env['CI'] === 'true' ? 20_000 : 4000)));
