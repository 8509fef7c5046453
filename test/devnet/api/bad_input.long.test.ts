/** HALLEY_FUZZ_REQUESTS are drawn, fewer outside of CI. */
import { testBadInput } from './bad_input.js';

testBadInput(Number(process.env['HALLEY_FUZZ_REQUESTS'] ?? (process.env['CI'] === 'true' ? 20_000 : 4000)));
