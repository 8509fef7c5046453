/**
 * Defines a hand-written contract, so that no hash depends on a compiler's version. It counts in slot 0 and logs
 * `Increment(address indexed by, uint256 count)` for every call except `count()`, which returns the count.
 */
import { CONTRACT_CODE } from '../../src/rpc/examples.js';

/** Prefixes the code with `PUSH1 72 DUP1 PUSH1 9 PUSH0 CODECOPY PUSH0 RETURN`. */
export const COUNTER_CREATION: `0x${string}` = `0x60488060095f395ff3${CONTRACT_CODE.slice(2)}`;
