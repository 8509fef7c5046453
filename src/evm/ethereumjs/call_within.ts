/**
 * Calls a contract from a stateful precompile (cosmos/evm `CallEVM` from a precompile). The call runs one frame deeper
 * in the same EVM, as if code of the precompile had made it, so the run's caches stay valid.
 */
import { Message } from '@ethereumjs/evm';
import { Address } from '@ethereumjs/util';
import { EMPTY_BYTES } from '../../kernel/bytes.js';
import type { ContractAnswer, ContractCall } from '../machine.js';
import type { HalleyEvm } from './evm.js';
import { failureOf, REVERTED } from './halts.js';
import { logOf } from './run.js';

const MAX_DEPTH = 1_024;

/** Calls a contract. `within` is the frame of the precompile. */
export async function callWithin(evm: HalleyEvm, call: ContractCall, within: Message): Promise<ContractAnswer> {
  const depth = within.depth + 1;
  if (depth > MAX_DEPTH) return refused('max call depth exceeded');
  const message = new Message({
    caller: new Address(call.from),
    to: new Address(call.to),
    data: call.input,
    gasLimit: call.gas,
    depth,
    isStatic: within.isStatic,
    selfdestruct: new Map(within.selfdestruct),
    createdAddresses: new Set(within.createdAddresses),
    gasRefund: within.gasRefund,
  });
  if (!call.commit) await evm.checkpoint();
  const { execResult } = await evm.callFrame(message);
  if (!call.commit) await evm.undo();
  const error = failureOf(execResult, evm.codeError);
  const { executionGasUsed: gasUsed, returnValue } = execResult;
  if (error !== undefined) {
    const reverted = error === REVERTED;
    return { error, reverted, output: reverted ? returnValue : EMPTY_BYTES, logs: [], gasUsed };
  }
  if (call.commit) keep(message, within, execResult.gasRefund);
  return { error, reverted: false, output: returnValue, logs: (execResult.logs ?? []).map(logOf), gasUsed };
}

/** Passes the results to the outer frame, as the interpreter does when a frame returns. */
function keep(message: Message, within: Message, gasRefund = 0n): void {
  for (const [address, heir] of message.selfdestruct ?? []) within.selfdestruct?.set(address, heir);
  for (const address of message.createdAddresses ?? []) within.createdAddresses?.add(address);
  within.gasRefund = gasRefund;
}

const refused = (error: string): ContractAnswer => ({
  error,
  reverted: false,
  output: EMPTY_BYTES,
  logs: [],
  gasUsed: 0n,
});
