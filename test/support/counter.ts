/**
 * A contract by hand, so that no compiler's version shows in a hash: it counts in slot 0 and logs
 * `Increment(address indexed by, uint256 count)` whenever it is called, but answers `count()`.
 */
import { CONTRACT_CODE } from '../../src/rpc/examples.js';

/** `PUSH1 72 DUP1 PUSH1 9 PUSH0 CODECOPY PUSH0 RETURN` in front of the code. */
export const COUNTER_CREATION: `0x${string}` = `0x60488060095f395ff3${CONTRACT_CODE.slice(2)}`;
