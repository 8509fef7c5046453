/** Calls a contract that exists in this call only, so that the code of calls is compiled before a client's first one. */

import type { EvmCallOutcome } from '../backend/evm/execution.js';
import { fromHex, to0x } from '../kernel/hex.js';
import type { EvmQueries } from './evm_queries.js';

/** Sender and contract. Every chain reads this account soon, also a fork. */
const ZERO_ADDRESS = new Uint8Array(20);
/** Adds the first word of the input to slot 0, stores the hash of the sum there, and returns the sum. */
const CODE = fromHex('60003560005401600052602060002060005560206000f3');

/** Runs the contract at a height, with the input 1. Nothing changes. */
export function callOfWarmUp({ call }: Pick<EvmQueries, 'call'>, height: bigint): Promise<EvmCallOutcome> {
  const input = new Uint8Array(32);
  input[31] = 1;
  return call({ to: ZERO_ADDRESS, input }, height, new Map([[to0x(ZERO_ADDRESS), { code: CODE, state: new Map() }]]));
}
